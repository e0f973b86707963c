<?php
defined('ABSPATH') || exit;

/* Registers the content types and their fields. */

// Delete the rewrite rules when the plugin is activated or deactivated. On the next request, WordPress creates them
// again with the current content types.
foreach (['activate', 'deactivate'] as $event) {
  add_action("{$event}_" . plugin_basename(SLANCIO_FILE), fn() => delete_option('rewrite_rules'));
}

add_action('init', function () {
  foreach (slancio_table()['types'] as $base => ['name' => $name, 'fields' => $fields]) {
    if (!post_type_exists($name)) {
      register_post_type($name, [
        'label' => slancio_text("type.$base"), 'public' => true, 'show_in_rest' => true, 'rest_base' => $base,
        'taxonomies' => ['post_tag'],
        'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'author', 'custom-fields', 'revisions'],
      ]);
    }
    $meta = ['type' => 'string', 'single' => true, 'show_in_rest' => true, 'sanitize_callback' => 'sanitize_text_field'];
    // WordPress 6.4 and later can store the content fields in revisions and autosaves.
    if (version_compare(get_bloginfo('version'), '6.4', '>=')) $meta['revisions_enabled'] = true;
    foreach (array_keys($fields) as $key) register_post_meta($name, $key, $meta);
    if (!slancio_has_language_plugin()) register_post_meta($name, 'lang', $meta);
  }
  add_post_type_support('page', 'excerpt');
});

function slancio_has_language_plugin(): bool {
  return function_exists('pll_get_post_language');
}

/** Returns a post's language, from the plugin Polylang or else from the field `lang`. */
function slancio_language_of(WP_Post $post): string {
  $language = slancio_has_language_plugin() ? pll_get_post_language($post->ID) : get_post_meta($post->ID, 'lang', true);
  return $language ?: 'it';
}

// Adds the former slugs of a post to the REST API. WordPress stores them, and the site redirects their addresses.
add_action('rest_api_init', function () {
  foreach (slancio_table()['types'] as ['name' => $name]) {
    register_rest_field($name, 'aliases', [
      'get_callback' => fn($item) => array_values(array_unique(get_post_meta($item['id'], '_wp_old_slug'))),
      'schema' => ['type' => 'array', 'items' => ['type' => 'string'], 'readonly' => true],
    ]);
  }
});

// Without the language plugin Polylang, adds Polylang's parameter and field `lang` to the REST API.
add_action('rest_api_init', function () {
  if (slancio_has_language_plugin()) return;
  foreach (slancio_table()['types'] as ['name' => $name]) {
    register_rest_field($name, "lang", ["get_callback" => fn($item) => slancio_language_of(get_post($item["id"]))]);
    add_filter("rest_{$name}_query", function ($query, $request) {
      $lang = $request['lang'];
      if (!in_array($lang, slancio_table()['languages'], true)) return $query;
      $own = ['key' => 'lang', 'value' => $lang];
      $default = ['relation' => 'OR', $own, ['key' => 'lang', 'compare' => 'NOT EXISTS'], ['key' => 'lang', 'value' => '']];
      $query['meta_query'][] = $lang === slancio_table()['languages'][0] ? $default : $own;
      return $query;
    }, 10, 2);
  }
});
