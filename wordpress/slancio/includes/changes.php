<?php
defined('ABSPATH') || exit;

/*
 * Reports changes of published posts to the site. Sends one report at the end of a request, also after a bulk action.
 */

/** Remembers until the end of the request that posts of a type have changed. Null means all types. */
function slancio_changed(?string $type): void {
  static $changed = [];
  if (!$changed) {
    add_action('shutdown', function () use (&$changed) {
      $types = array_keys($changed);
      slancio_report(count($types) === 1 && $types[0] !== '' ? "content:$types[0]" : 'content');
    });
  }
  $changed[$type ?? ''] = true;
}

/** Sends a report about changed posts to the site. Tries again later if the site does not confirm the report. */
function slancio_report(string $tag, int $attempt = 1): void {
  // No visitor waits for a command, so a command confirms its report too.
  $waits = function_exists('fastcgi_finish_request') || wp_doing_cron() || PHP_SAPI === 'cli';
  if (!wp_doing_cron() && function_exists('fastcgi_finish_request')) fastcgi_finish_request();
  $answer = slancio_ask('/api/revalidate', ['tag' => $tag], ['blocking' => $waits, 'timeout' => $waits ? 30 : 1]);
  $isConfirmed = $waits && !is_wp_error($answer);
  if ($waits) update_option('slancio_report', ['at' => time(), 'error' => $isConfirmed ? '' : $answer->get_error_code()], false);
  if (!$isConfirmed && $attempt < 6) wp_schedule_single_event(time() + 15 * 4 ** ($attempt - 1), 'slancio_report', [$tag, $attempt + 1]);
}
add_action('slancio_report', 'slancio_report', 10, 2);

add_action('wp_after_insert_post', function ($id, $post, $update, $before) {
  $type = slancio_type($post->post_type);
  $wasShown = $before && $before->post_status === 'publish';
  if ($type && ($post->post_status === 'publish' || $wasShown)) slancio_changed($type);
}, 10, 4);

add_action('deleted_post', function ($id, $post) {
  $type = slancio_type($post->post_type);
  if ($type && $post->post_status === 'publish') slancio_changed($type);
}, 10, 2);

// A change of an author, subject, or picture can affect posts of every type, so report all types.
foreach (['profile_update', 'deleted_user', 'edited_term', 'delete_term', 'attachment_updated', 'delete_attachment'] as $hook) {
  add_action($hook, fn() => slancio_changed(null));
}
foreach (['added_post_meta', 'updated_post_meta', 'deleted_post_meta'] as $hook) {
  add_action($hook, function ($meta, $post, $key) {
    if ($key === '_wp_attachment_image_alt') slancio_changed(null);
  }, 10, 3);
}
