<?php
/*
 * A stand-in for the translation plugin WPML, without its admin pages. It has the hooks that WPML documents, stores the
 * same data (the table icl_translations), and restricts each query to the current language.
 */
defined('ABSPATH') || exit;

add_action('init', function () {
  global $wpdb;
  $wpdb->query("CREATE TABLE IF NOT EXISTS {$wpdb->prefix}icl_translations (translation_id bigint AUTO_INCREMENT PRIMARY KEY,
    element_type varchar(60), element_id bigint, trid bigint, language_code varchar(7), source_language_code varchar(7))");
}, 1);

add_filter('wpml_default_language', fn() => 'it');
add_action('wpml_switch_language', function ($language) {
  $GLOBALS['wpml_language'] = $language;
});

/** Returns the rows of a type that have a value in a column. */
function wpml_rows(string $type, string $column, int $value): array {
  global $wpdb;
  return $wpdb->get_results($wpdb->prepare("SELECT * FROM {$wpdb->prefix}icl_translations WHERE element_type = %s AND $column = %d", $type, $value));
}

add_filter('wpml_element_language_code', function ($code, $options) {
  $rows = wpml_rows("post_{$options['element_type']}", 'element_id', $options['element_id']);
  return $rows ? $rows[0]->language_code : null;
}, 10, 2);
add_filter('wpml_element_trid', function ($none, $id, $type = 'post_post') {
  $rows = wpml_rows($type, 'element_id', $id);
  return $rows ? (int) $rows[0]->trid : null;
}, 10, 3);
add_filter('wpml_get_element_translations', fn($none, $group, $type = 'post_post') =>
  array_column(wpml_rows($type, 'trid', $group), null, 'language_code'), 10, 3);
add_action('wpml_set_element_language_details', function ($options) {
  global $wpdb;
  $group = $options['trid'] ?: 1 + (int) $wpdb->get_var("SELECT MAX(trid) FROM {$wpdb->prefix}icl_translations");
  $wpdb->delete("{$wpdb->prefix}icl_translations", array_intersect_key($options, ['element_id' => 0, 'element_type' => '']));
  $wpdb->insert("{$wpdb->prefix}icl_translations", ['trid' => $group] + array_diff_key($options, ['check_duplicates' => 0]));
});

// WPML treats a post without a row as a post in the default language.
add_filter('posts_where', function ($where, $query) {
  global $wpdb;
  $language = $GLOBALS['wpml_language'] ?? 'it';
  if ($query->get('suppress_filters') || $language === 'all') return $where;
  $is = $wpdb->prepare('IN (SELECT element_id FROM ' . $wpdb->prefix . 'icl_translations WHERE element_type = CONCAT("post_", post_type) AND language_code = %s)', $language);
  $none = "OR {$wpdb->posts}.ID NOT IN (SELECT element_id FROM {$wpdb->prefix}icl_translations WHERE element_type = CONCAT('post_', post_type))";
  return "$where AND ({$wpdb->posts}.ID $is " . ($language === 'it' ? $none : '') . ')';
}, 10, 2);
