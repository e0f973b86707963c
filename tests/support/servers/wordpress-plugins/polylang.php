<?php
/*
 * A stand-in for the translation plugin Polylang, without its admin pages. It has the functions that Polylang documents
 * and stores the same data: the taxonomy `language`, and one term of `post_translations` for each group of translations.
 * Like Polylang without Pro, it adds nothing to the REST API.
 */
defined('ABSPATH') || exit;

add_action('setup_theme', function () {
  register_taxonomy('language', ['post', 'page'], ['public' => false, 'publicly_queryable' => true, 'query_var' => 'lang']);
  register_taxonomy('post_translations', ['post', 'page'], ['public' => false, 'query_var' => false]);
}, 1);

// Polylang translates the custom types that a plugin's wpml-config.xml names, and no others.
add_action('registered_post_type', function ($type) {
  $file = WP_PLUGIN_DIR . '/slancio/wpml-config.xml';
  foreach (simplexml_load_file($file)->xpath('custom-types/custom-type[@translate="1"]') as $named) {
    if ((string) $named !== $type) continue;
    register_taxonomy_for_object_type('language', $type);
    register_taxonomy_for_object_type('post_translations', $type);
  }
});

function pll_languages_list() {
  return ['it', 'en'];
}

function pll_get_post_language($id) {
  $terms = get_the_terms($id, 'language');
  return is_array($terms) ? reset($terms)->slug : false;
}

function pll_set_post_language($id, $language) {
  if (!term_exists($language, 'language')) wp_insert_term($language, 'language');
  wp_set_object_terms($id, $language, 'language');
}

function pll_get_post_translations($id) {
  $terms = get_the_terms($id, 'post_translations');
  if (is_array($terms)) return maybe_unserialize(reset($terms)->description);
  $language = pll_get_post_language($id);
  return $language ? [$language => $id] : [];
}

function pll_save_post_translations($translations) {
  $group = wp_insert_term(uniqid('pll_'), 'post_translations', ['description' => maybe_serialize($translations)]);
  foreach ($translations as $id) wp_set_object_terms($id, (int) $group['term_id'], 'post_translations');
}
