/**
 * Returns the HTML of a provider's sign-in window. The window asks for the user's data, loads the provider's response
 * from `address`, and passes it to the opening page. If the page cannot be reached, the window shows a message.
 */
export function personForm(provider: string, address: string): string {
  return `<!doctype html><html lang="en"><title>${provider}</title>
<h1>${provider}</h1>
<form>
  <label>Email <input name="email"></label>
  <label>First name <input name="first_name" value="Ada"></label>
  <label>Last name <input name="last_name" value="Riva"></label>
  <label>Confirmed <input name="confirmed" type="checkbox" checked></label>
  <label>Share email <input name="shared" type="checkbox" checked></label>
  <button>Continue</button>
  <button type="button">Cancel</button>
</form>
<p role="status"></p>
<script>
  const form = document.querySelector("form");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const { email, first_name, last_name, confirmed, shared } = form.elements;
    const person = {
      email: email.value, first_name: first_name.value, last_name: last_name.value,
      confirmed: confirmed.checked, shared: shared.checked,
    };
    const answer = await fetch("${address}", { method: "POST", body: JSON.stringify(person) });
    leave(await answer.json());
  };
  document.querySelector("[type=button]").onclick = () => leave({ refused: true });
  function leave(data) {
    if (!opener) { document.querySelector("[role=status]").textContent = "nobody opened me"; return; }
    opener.postMessage(data, "*");
    close();
  }
</script></html>`;
}
