/*
 * Adds the content fields and the findings of the content check to the block editor. Written in plain JavaScript with
 * WordPress's own packages.
 */
((wp, { fields, texts, languages }) => {
  const { createElement: h, Fragment, useEffect, useState } = wp.element;
  const { useDispatch, useSelect } = wp.data;
  const { useCopyToClipboard } = wp.compose;
  const {
    BaseControl,
    Button,
    ExternalLink,
    FocalPointPicker,
    Notice,
    PanelBody,
    SelectControl,
    Spinner,
    TextControl,
  } = wp.components;
  const { PluginDocumentSettingPanel, PluginPrePublishPanel, PluginSidebar } = {
    ...wp.editPost,
    ...wp.editor,
  };
  const text = (key, values = {}) =>
    (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  /** Milliseconds without a change after which the post is checked again. */
  const PAUSE = 1500;
  /** The attributes of a post that the content check depends on. */
  const CHECKED = [
    "title",
    "content",
    "excerpt",
    "meta",
    "password",
    "categories",
    "tags",
    "featured_media",
  ];

  /**
   * The last findings of the content check for the open post, which is checked after each change. All panels share this
   * state.
   */
  const shared = { state: { findings: [], isBusy: true }, listeners: new Set(), timer: 0, key: "" };
  function publish(state) {
    shared.state = { ...shared.state, ...state };
    for (const listener of shared.listeners) listener(shared.state);
  }
  async function check() {
    const editor = wp.data.select("core/editor");
    const data = Object.fromEntries(
      CHECKED.map((name) => [name, editor.getEditedPostAttribute(name)]),
    );
    publish({ isBusy: true });
    try {
      const path = `/slancio/v1/check/${editor.getCurrentPostId()}`;
      const answer = await wp.apiFetch({ path, method: "POST", data });
      publish({ isBusy: false, findings: answer.findings, error: answer.error });
    } catch {
      publish({ isBusy: false, error: text("site.failed") });
    }
  }
  function useCheck() {
    const [state, setState] = useState(shared.state);
    const key = useSelect((select) => {
      const editor = select("core/editor");
      return JSON.stringify([
        editor.getCurrentPostId(),
        ...CHECKED.map((name) => editor.getEditedPostAttribute(name)),
      ]);
    });
    useEffect(() => {
      shared.listeners.add(setState);
      return () => shared.listeners.delete(setState);
    }, []);
    useEffect(() => {
      if (shared.key === key) return;
      shared.key = key;
      clearTimeout(shared.timer);
      shared.timer = setTimeout(check, PAUSE);
    }, [key]);
    return state;
  }

  function Findings() {
    const { findings, isBusy, error } = useCheck();
    return h(
      "div",
      { "aria-live": "polite" },
      isBusy && h("p", null, h(Spinner), " ", text("check.busy")),
      error && h(Notice, { status: "error", isDismissible: false }, error),
      !isBusy && !error && findings.length === 0 && h("p", null, text("check.nothing")),
      h(
        "ul",
        { className: "slancio-findings" },
        findings.map(({ level, message }, at) =>
          h(
            "li",
            { key: at, className: `is-${level}` },
            h("strong", null, text(`check.${level}`)),
            " ",
            message,
          ),
        ),
      ),
    );
  }

  function DateField({ label, value, onChange, help }) {
    const [date = "", time = ""] = value.split("T");
    const join = (day, hour) => onChange(day && hour ? `${day}T${hour}` : day);
    return h(
      Fragment,
      null,
      h(
        "fieldset",
        { className: "slancio-date" },
        h("legend", null, label),
        h(TextControl, {
          type: "date",
          label: text("field.date"),
          value: date,
          onChange: (day) => join(day, time),
        }),
        h(TextControl, {
          type: "time",
          label: text("field.time"),
          value: time.slice(0, 5),
          disabled: !date,
          onChange: (hour) => join(date, hour),
        }),
      ),
      help && h("p", { className: "components-base-control__help" }, help),
    );
  }

  function FocusField({ label, value, onChange, help }) {
    const picture = useSelect((select) => {
      const id = select("core/editor").getEditedPostAttribute("featured_media");
      return id ? select("core").getMedia(id, { context: "view" }) : null;
    });
    if (!picture) return h(BaseControl, { label, help: text("field.focus.none") });
    const [x, y] = (/^\d{1,3}% \d{1,3}%$/.test(value) ? value : "50% 50%")
      .match(/\d+/g)
      .map((part) => part / 100);
    const percent = (part) => `${Math.round(part * 100)}%`;
    return h(FocalPointPicker, {
      label,
      help,
      url: picture.source_url,
      value: { x, y },
      onChange: (point) => onChange(`${percent(point.x)} ${percent(point.y)}`),
    });
  }

  function Field({ name, kind, choices }) {
    const { findings } = useCheck();
    const meta = useSelect((select) => select("core/editor").getEditedPostAttribute("meta") ?? {});
    const { editPost } = useDispatch("core/editor");
    const wrong = findings.find(({ field }) => field === name);
    const help = wrong?.message ?? texts[`field.${name}.help`];
    const props = {
      label: text(`field.${name}`),
      help,
      value: meta[name] ?? "",
      onChange: (value) => editPost({ meta: { ...meta, [name]: value } }),
    };
    if (kind === "date") return h(DateField, props);
    if (kind === "focus") return h(FocusField, props);
    if (kind === "choice") {
      const options = choices.map((value) => ({ value, label: texts[`choice.${value}`] ?? value }));
      return h(SelectControl, {
        ...props,
        options: [{ value: "", label: text("choice.none") }, ...options],
      });
    }
    return h(TextControl, { ...props, type: kind === "email" ? "email" : "text" });
  }

  function Fields() {
    const rows = Object.entries(fields).map(([name, field]) =>
      h(Field, { key: name, name, ...field }),
    );
    if (languages.length === 0) return rows;
    return [h(Field, { key: "lang", name: "lang", kind: "choice", choices: languages }), ...rows];
  }

  /**
   * Stores the current text, so that the site can preview it. Saves a draft, and makes an autosave of any other post.
   */
  function storeText() {
    const { getCurrentPost } = wp.data.select("core/editor");
    const { autosave, savePost } = wp.data.dispatch("core/editor");
    return ["draft", "auto-draft"].includes(getCurrentPost().status) ? savePost() : autosave();
  }
  const say = (message) =>
    wp.data.dispatch("core/notices").createSuccessNotice(message, { type: "snackbar" });

  function StoredLink({ link, until, name, onRevoke }) {
    const copy = useCopyToClipboard(link, () => say(text("link.copied")));
    return h(
      "li",
      null,
      h(ExternalLink, { href: link }, text("link.until", { date: until, name })),
      h(
        "div",
        { className: "slancio-actions" },
        h(Button, { variant: "secondary", isSmall: true, ref: copy }, text("link.copy")),
        h(
          Button,
          { variant: "secondary", isSmall: true, isDestructive: true, onClick: onRevoke },
          text("link.revoke"),
        ),
      ),
    );
  }

  /**
   * A panel with preview links for people without an account. Each link is valid for a chosen number of days, or until
   * an editor revokes it.
   */
  function PreviewLinks() {
    const [days, setDays] = useState("1");
    const [state, setState] = useState({ links: [], isBusy: true });
    const post = useSelect((select) => select("core/editor").getCurrentPostId());
    const path = `/slancio/v1/links/${post}`;
    async function ask(options, done) {
      setState((before) => ({ links: before.links, isBusy: true }));
      try {
        const answer = await wp.apiFetch({ path, ...options });
        setState(answer);
        if (done && !answer.error) say(text(done));
      } catch {
        setState((before) => ({ links: before.links, error: text("site.failed") }));
      }
    }
    useEffect(() => void ask({}), [post]);
    async function make() {
      await storeText();
      await ask({ method: "POST", data: { hours: days * 24 } }, "link.made");
    }
    const revoke = (id) => ask({ method: "POST", data: { revoke: id } }, "link.revoked");
    const options = ["1", "2", "3", "5", "7"].map((value) => ({
      value,
      label: text("link.days", { days: value }),
    }));
    const { links, isBusy, error } = state;
    return h(
      PanelBody,
      { title: text("link.title") },
      h("p", null, text("link.help")),
      h(SelectControl, { label: text("link.valid"), value: days, options, onChange: setDays }),
      h(Button, { variant: "secondary", isBusy, onClick: make }, text("link.make")),
      error && h(Notice, { status: "error", isDismissible: false }, error),
      h("h3", null, text("link.list")),
      !isBusy && !error && links.length === 0 && h("p", null, text("link.none")),
      h(
        "ul",
        { className: "slancio-links" },
        links.map((link) =>
          h(StoredLink, { key: link.id, ...link, onRevoke: () => revoke(link.id) }),
        ),
      ),
    );
  }

  /** A panel that shows the site's page in a frame beside the text. */
  function Beside() {
    const [state, setState] = useState({});
    const post = useSelect((select) => select("core/editor").getCurrentPostId());
    async function show() {
      setState((before) => ({ ...before, isBusy: true, error: undefined }));
      try {
        await storeText();
        const path = `/slancio/v1/preview-link/${post}`;
        const { link } = await wp.apiFetch({ path, method: "POST" });
        setState(link ? { link, count: Date.now() } : { error: text("site.unset") });
      } catch {
        setState({ error: text("site.failed") });
      }
    }
    const { link, count, isBusy, error } = state;
    return h(
      PanelBody,
      { title: text("beside.title") },
      h(
        "div",
        { className: "slancio-actions" },
        h(
          Button,
          { variant: "secondary", isBusy, onClick: show },
          text(link ? "beside.reload" : "beside.show"),
        ),
        link &&
          h(Button, { variant: "tertiary", onClick: () => setState({}) }, text("beside.hide")),
      ),
      error && h(Notice, { status: "error", isDismissible: false }, error),
      link &&
        h("iframe", {
          key: count,
          className: "slancio-preview",
          title: text("beside.title"),
          src: link,
        }),
      link && h("p", null, text("beside.help")),
    );
  }

  wp.plugins.registerPlugin("slancio", {
    icon: "megaphone",
    render: () =>
      h(
        Fragment,
        null,
        h(
          PluginDocumentSettingPanel,
          { name: "slancio-fields", title: text("fields.title") },
          h(Fields),
        ),
        h(
          PluginSidebar,
          { name: "slancio", title: "Slancio" },
          h(PanelBody, { title: text("check.title") }, h(Findings)),
          h(Beside),
          h(PreviewLinks),
        ),
        h(PluginPrePublishPanel, { title: text("check.title"), initialOpen: true }, h(Findings)),
      ),
  });
})(window.wp, window.slancio);
