<?php
defined('ABSPATH') || exit;

/* Registers the content types and their fields. */

// Delete the rewrite rules when the plugin is activated or deactivated. On the next request, WordPress creates them
// again with the current content types.
foreach (['activate', 'deactivate'] as $event) {
  add_action("{$event}_" . plugin_basename(SLANCIO_FILE), fn() => delete_option('rewrite_rules'));
}

// The site shows the featured images of all content types. A theme can lack them, or allow them for some types only.
add_action('after_setup_theme', fn() => add_theme_support('post-thumbnails'), PHP_INT_MAX);

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
    if (!slancio_language_plugin()) register_post_meta($name, 'lang', $meta);
  }
  add_post_type_support('page', 'excerpt');
});

/** Returns the active translation plugin: polylang, wpml, or null. */
function slancio_language_plugin(): ?string {
  if (function_exists('pll_get_post_language')) return 'polylang';
  return apply_filters('wpml_default_language', null) ? 'wpml' : null;
}

/** Returns a post's language in two letters, from the translation plugin or else from the field `lang`. */
function slancio_language_of(WP_Post $post): string {
  $plugin = slancio_language_plugin();
  if ($plugin === 'polylang') $language = pll_get_post_language($post->ID);
  elseif ($plugin === 'wpml') $language = apply_filters('wpml_element_language_code', null, ['element_id' => $post->ID, 'element_type' => $post->post_type]);
  else $language = get_post_meta($post->ID, 'lang', true);
  return substr($language ?: slancio_table()['languages'][0], 0, 2);
}

/** Returns the ids of a post and its translations, by language. Empty without a translation plugin. */
function slancio_translations_of(WP_Post $post): array {
  if (slancio_language_plugin() === 'polylang') return pll_get_post_translations($post->ID);
  $type = "post_$post->post_type";
  $group = apply_filters('wpml_element_trid', null, $post->ID, $type);
  $found = $group ? apply_filters('wpml_get_element_translations', null, $group, $type) : null;
  return array_map(fn($one) => (int) $one->element_id, $found ?: []);
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

// Adds the parameter and the fields of Polylang Pro to the REST API: `lang` and `translations`. Polylang Pro registers
// its fields earlier, and its editor needs them.
add_action('rest_api_init', function () {
  global $wp_rest_additional_fields;
  foreach (slancio_table()['types'] as ['name' => $name]) {
    foreach (['lang' => 'slancio_language_of', 'translations' => 'slancio_translations_of'] as $field => $read) {
      if (isset($wp_rest_additional_fields[$name][$field])) continue;
      register_rest_field($name, $field, ['get_callback' => fn($item) => $read(get_post($item['id']))]);
    }
    add_filter("rest_{$name}_query", 'slancio_query', 10, 2);
  }
}, 100);

/** Restricts a query to the language of a REST request. Posts without a language are in the site's default language. */
function slancio_query(array $query, WP_REST_Request $request): array {
  $lang = $request['lang'];
  $languages = slancio_table()['languages'];
  if (!in_array($lang, $languages, true)) return $query;
  $isDefault = $lang === $languages[0];
  $plugin = slancio_language_plugin();
  if ($plugin === 'wpml') {
    do_action('wpml_switch_language', $lang);
    $query['suppress_filters'] = false;
  } elseif ($plugin === 'polylang') {
    $own = array_filter(pll_languages_list(), fn($slug) => substr($slug, 0, 2) === $lang);
    $query['tax_query'][] = ['taxonomy' => 'language', 'field' => 'slug']
      + ($isDefault ? ['terms' => array_diff(pll_languages_list(), $own), 'operator' => 'NOT IN'] : ['terms' => $own]);
  } else {
    $own = ['key' => 'lang', 'value' => $lang];
    $none = [['key' => 'lang', 'compare' => 'NOT EXISTS'], ['key' => 'lang', 'value' => '']];
    $query['meta_query'][] = $isDefault ? ['relation' => 'OR', $own, ...$none] : $own;
  }
  return $query;
}
