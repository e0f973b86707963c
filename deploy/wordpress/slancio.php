<?php
/*
 * Plugin Name: Slancio
 * Description: Registers the content types of the site, makes Preview open the site, and reports published changes.
 *
 * Needs in wp-config.php: SLANCIO_SITE (the site's address), SLANCIO_PREVIEW_SECRET and SLANCIO_REVALIDATE_SECRET
 * (the site's PREVIEW_SECRET and REVALIDATE_SECRET).
 */

const SLANCIO_TYPES = ['post' => 'posts', 'page' => 'pages', 'story' => 'stories', 'course' => 'courses',
  'event' => 'events', 'lesson' => 'lessons', 'person' => 'people', 'alumnus' => 'alumni'];
const SLANCIO_META = ['event' => ['starts_at', 'ends_at', 'location', 'language', 'link'],
  'course' => ['starts_at', 'places', 'location', 'level', 'duration', 'link'], 'lesson' => ['category', 'kind', 'duration', 'link'],
  'person' => ['group', 'role', 'organisation', 'email', 'focus'], 'story' => ['edition', 'sector', 'name', 'outcome', 'prize', 'figure', 'status'],
  'alumnus' => ['edition', 'sector', 'outcome', 'prize', 'figure', 'status', 'further']];

add_action('init', function () {
  foreach (array_slice(SLANCIO_TYPES, 2) as $type => $base) {
    register_post_type($type, ['label' => ucfirst($base), 'public' => true, 'show_in_rest' => true,
      'rest_base' => $base, 'taxonomies' => ['post_tag'],
      'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'author', 'custom-fields']]);
    foreach (SLANCIO_META[$type] as $key) {
      register_post_meta($type, $key, ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
    }
  }
  foreach (['post', 'story', 'course', 'event'] as $type) {
    foreach (['cover', 'further', 'focus'] as $key) {
      register_post_meta($type, $key, ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
    }
  }
  foreach (array_keys(SLANCIO_TYPES) as $type) {
    register_post_meta($type, 'translation_of', ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
  }
});

function slancio_preview_link($post) {
  $type = SLANCIO_TYPES[$post->post_type] ?? null;
  if (!$type) return null;
  require_once ABSPATH . 'wp-admin/includes/post.php';  // get_sample_permalink, which only the editor has loaded
  $slug = rawurldecode($post->post_name ?: get_sample_permalink($post->ID, $post->post_title, '')[1]);
  $lang = function_exists('pll_get_post_language') ? pll_get_post_language($post->ID) : 'it';
  $values = ['type' => $type, 'slug' => $slug, 'lang' => $lang ?: 'it', 'expires' => time() + 3600];
  $signature = hash_hmac('sha256', implode("\n", $values), SLANCIO_PREVIEW_SECRET);
  return SLANCIO_SITE . '/api/preview?' . http_build_query($values + ['signature' => $signature]);
}

add_filter('preview_post_link', fn($link, $post) => slancio_preview_link($post) ?? $link, 10, 2);

// The block editor opens a new draft at ?p=…&preview=true without asking for a link.
add_action('template_redirect', function () {
  $post = get_queried_object();
  if (!is_preview() || !$post instanceof WP_Post || !current_user_can('edit_post', $post->ID)) return;
  $link = slancio_preview_link($post);
  if ($link && wp_redirect($link)) exit;
});

add_action('wp_after_insert_post', function ($id, $post, $update, $before) {
  $type = SLANCIO_TYPES[$post->post_type] ?? null;
  $shown = $post->post_status === 'publish' || ($before && $before->post_status === 'publish');
  if (!$type || !$shown) return;
  wp_remote_post(SLANCIO_SITE . '/api/revalidate', ['blocking' => false,
    'headers' => ['Authorization' => 'Bearer ' . SLANCIO_REVALIDATE_SECRET],
    'body' => wp_json_encode(['tag' => "content:$type"])]);
}, 10, 4);
