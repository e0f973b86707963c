<?php
defined('ABSPATH') || exit;

/* Adds the plugin's settings page, the list column "On the site", and the scripts of the block editor. */

add_action('admin_menu', function () {
  add_options_page('Slancio', 'Slancio', 'manage_options', 'slancio', 'slancio_settings_page');
});

add_action('admin_init', function () {
  register_setting('slancio', 'slancio', ['type' => 'array', 'sanitize_callback' => function ($given) {
    $kept = (array) get_option('slancio', []);
    foreach (SLANCIO_SETTINGS as $name) {
      $value = sanitize_text_field($given[$name] ?? '');
      // An empty field keeps the stored secret, because the settings page never shows a secret.
      if ($value !== '' || $name === 'site') $kept[$name] = $name === 'site' ? esc_url_raw($value, ['http', 'https']) : $value;
    }
    return $kept;
  }]);
});

add_filter('plugin_action_links_' . plugin_basename(SLANCIO_FILE), function ($links) {
  array_unshift($links, '<a href="' . esc_url(admin_url('options-general.php?page=slancio')) . '">' . esc_html(slancio_text('settings.link')) . '</a>');
  return $links;
});

function slancio_settings_page(): void {
  ?>
  <div class="wrap">
    <h1>Slancio</h1>
    <form method="post" action="options.php">
      <?php settings_fields('slancio'); ?>
      <table class="form-table" role="presentation">
        <?php foreach (SLANCIO_SETTINGS as $name) : ?>
          <?php $isFixed = slancio_constant($name) !== null; $isSecret = $name !== 'site'; ?>
          <tr>
            <th scope="row"><label for="slancio-<?php echo $name; ?>"><?php echo esc_html(slancio_text("settings.$name")); ?></label></th>
            <td>
              <input class="regular-text" id="slancio-<?php echo $name; ?>" name="slancio[<?php echo $name; ?>]"
                type="<?php echo $isSecret ? 'password' : 'url'; ?>" autocomplete="off" <?php disabled($isFixed); ?>
                aria-describedby="slancio-<?php echo $name; ?>-help" value="<?php echo $isSecret ? '' : esc_attr(slancio_setting($name)); ?>">
              <p class="description" id="slancio-<?php echo $name; ?>-help">
                <?php echo esc_html(slancio_text($isFixed ? 'settings.fixed' : ($isSecret && slancio_setting($name) ? 'settings.kept' : "settings.$name.help"))); ?>
              </p>
            </td>
          </tr>
        <?php endforeach; ?>
      </table>
      <?php submit_button(); ?>
    </form>
    <h2><?php echo esc_html(slancio_text('connection.title')); ?></h2>
    <?php
    $isAsked = isset($_POST['slancio_test']) && check_admin_referer('slancio_test');
    $result = $isAsked ? slancio_connection() : null;
    if ($result) echo '<div class="notice inline notice-' . ($result['works'] ? 'success' : 'error') . '" role="status"><p>' . esc_html($result['text']) . '</p></div>';
    $report = get_option('slancio_report');
    if ($report) {
      $time = wp_date(get_option('date_format') . ' ' . get_option('time_format'), $report['at']);
      $key = $report['error'] ? 'connection.report.failed' : 'connection.report';
      echo '<p>' . esc_html(slancio_text($key, ['time' => $time, 'reason' => slancio_text($report['error'] ?: 'site.failed')])) . '</p>';
    }
    ?>
    <form method="post">
      <?php wp_nonce_field('slancio_test'); ?>
      <?php submit_button(slancio_text('connection.test'), 'secondary', 'slancio_test', false); ?>
    </form>
    <?php slancio_links_section(); ?>
  </div>
  <?php
}

/** Shows all valid preview links on the settings page, and revokes the links that the user selects. */
function slancio_links_section(): void {
  echo '<h2>' . esc_html(slancio_text('link.list')) . '</h2>';
  if (!slancio_setting('site')) return;
  $chosen = sanitize_text_field(wp_unslash($_POST['slancio_revoke'] ?? ''));
  $revoked = $chosen && check_admin_referer('slancio_revoke') ? slancio_links(['action' => 'revoke', 'id' => $chosen]) : null;
  $links = slancio_links(['action' => 'list']);
  $error = is_wp_error($revoked) ? $revoked : (is_wp_error($links) ? $links : null);
  if ($error) echo '<div class="notice inline notice-error" role="status"><p>' . esc_html(slancio_text($error->get_error_code())) . '</p></div>';
  elseif ($revoked) echo '<div class="notice inline notice-success" role="status"><p>' . esc_html(slancio_text('link.revoked')) . '</p></div>';
  if (is_wp_error($links)) return;
  if (!$links) {
    echo '<p>' . esc_html(slancio_text('link.none')) . '</p>';
    return;
  }
  ?>
  <form method="post">
    <?php wp_nonce_field('slancio_revoke'); ?>
    <table class="widefat striped">
      <thead><tr>
        <?php foreach (['text', 'end', 'maker', 'act'] as $name) echo '<th scope="col">' . esc_html(slancio_text("link.$name")) . '</th>'; ?>
      </tr></thead>
      <tbody>
        <?php foreach ($links as $link) : ?>
          <?php $place = "{$link['lang']}/{$link['type']}/{$link['slug']}"; ?>
          <tr>
            <td><a href="<?php echo esc_url($link['link']); ?>"><?php echo esc_html($place); ?></a></td>
            <td><?php echo esc_html($link['until']); ?></td>
            <td><?php echo esc_html($link['name']); ?></td>
            <td><button class="button" name="slancio_revoke" value="<?php echo esc_attr($link['id']); ?>"
              aria-label="<?php echo esc_attr(slancio_text('link.revoke') . ": $place"); ?>"><?php echo esc_html(slancio_text('link.revoke')); ?></button></td>
          </tr>
        <?php endforeach; ?>
      </tbody>
    </table>
    <p><button class="button" name="slancio_revoke" value="all"><?php echo esc_html(slancio_text('link.all')); ?></button></p>
  </form>
  <?php
}

/** Tests the connection to the site: its address and both secrets. */
function slancio_connection(): array {
  $time = (string) time();
  $answer = slancio_ask('/api/editors/connection', [
    'wordpress' => home_url(), 'time' => $time, 'signature' => hash_hmac('sha256', $time, slancio_setting('preview_secret')),
  ]);
  $key = is_wp_error($answer) ? $answer->get_error_code() : "connection.{$answer['state']}";
  return ['works' => $key === 'connection.works', 'text' => slancio_text($key)];
}

add_action('admin_init', function () {
  foreach (slancio_table()['types'] as ['name' => $name]) {
    add_filter("manage_{$name}_posts_columns", fn($columns) => $columns + ['slancio' => slancio_text('column.title')]);
    add_action("manage_{$name}_posts_custom_column", 'slancio_column', 10, 2);
  }
});

function slancio_column(string $column, int $id): void {
  if ($column !== 'slancio') return;
  static $states = null;
  // Ask the site once for the states of all rows in the list.
  $states ??= slancio_states($GLOBALS['wp_query']->posts);
  $state = $states[$id] ?? null;
  if (!$state) {
    echo '<span aria-hidden="true">—</span><span class="screen-reader-text">' . esc_html(slancio_text('column.unpublished')) . '</span>';
    return;
  }
  $text = esc_html(slancio_text("column.{$state['state']}"));
  echo isset($state['address']) ? '<a href="' . esc_url($state['address']) . '">' . $text . '</a>' : $text;
  if (!empty($state['reason'])) echo '<br><span class="description">' . esc_html($state['reason']) . '</span>';
}

add_action('enqueue_block_editor_assets', function () {
  $type = slancio_type((string) get_post_type());
  if (!$type) return;
  wp_enqueue_script('slancio-editor', plugins_url('assets/editor.js', SLANCIO_FILE),
    ['wp-api-fetch', 'wp-components', 'wp-compose', 'wp-data', 'wp-edit-post', 'wp-editor', 'wp-element', 'wp-plugins'], SLANCIO_VERSION, true);
  wp_enqueue_style('slancio-editor', plugins_url('assets/editor.css', SLANCIO_FILE), ['wp-components'], SLANCIO_VERSION);
  $data = ['fields' => slancio_table()['types'][$type]['fields'], 'texts' => slancio_table()['messages'][slancio_language()],
    'languages' => slancio_language_plugin() ? [] : slancio_table()['languages'], 'site' => slancio_setting('site')];
  wp_add_inline_script('slancio-editor', 'window.slancio = ' . wp_json_encode($data) . ';', 'before');
});
