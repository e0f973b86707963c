<?php
defined('ABSPATH') || exit;

/* Preview opens the site. */

/** Returns a signed link to the site's preview of a post, or null for a type that the site does not show. */
function slancio_preview_link(WP_Post $post, int $hours = 1): ?string {
  $type = slancio_type($post->post_type);
  if (!$type || !slancio_setting('site') || !slancio_setting('preview_secret')) return null;
  require_once ABSPATH . 'wp-admin/includes/post.php';  // get_sample_permalink, which only the editor has loaded
  $slug = rawurldecode($post->post_name ?: get_sample_permalink($post->ID, $post->post_title, '')[1]);
  $values = ['type' => $type, 'slug' => $slug, 'lang' => slancio_language_of($post), 'expires' => time() + $hours * HOUR_IN_SECONDS];
  $signature = hash_hmac('sha256', implode("\n", $values), slancio_setting('preview_secret'));
  return slancio_setting('site') . '/api/preview?' . http_build_query($values + ['signature' => $signature]);
}

add_filter('preview_post_link', fn($link, $post) => slancio_preview_link($post) ?? $link, 10, 2);

/** Returns the address of a published post on the site, or null for a text without an address there. */
function slancio_address(WP_Post $post): ?string {
  $path = slancio_table()['types'][slancio_type($post->post_type) ?? '']['path'] ?? null;
  if (!$path || !slancio_setting('site') || $post->post_status !== 'publish') return null;
  $language = slancio_language_of($post);
  $prefix = $language === slancio_table()['languages'][0] ? '' : "/$language";
  return slancio_setting('site') . $prefix . $path . $post->post_name;
}

// Readers who come to the WordPress itself belong on the site.
add_action('template_redirect', function () {
  // The block editor reads the theme's template of a page from the page's address.
  if (is_preview() || is_feed() || isset($_GET['_wp-find-template'])) return;
  $post = get_queried_object();
  $address = is_singular() && $post instanceof WP_Post ? slancio_address($post) : null;
  if (is_front_page()) $address = slancio_setting('site') ?: null;
  if ($address && wp_redirect($address)) exit;
});

// The block editor opens a new draft at ?p=…&preview=true without requesting a link.
add_action('template_redirect', function () {
  $post = get_queried_object();
  if (!is_preview() || !$post instanceof WP_Post || !current_user_can('edit_post', $post->ID)) return;
  $link = slancio_preview_link($post);
  if ($link && wp_redirect($link)) exit;
});
