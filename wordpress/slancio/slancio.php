<?php
/**
 * Plugin Name: Slancio
 * Description: Writes the texts of a Slancio site in WordPress: content types, fields, previews, checks, and reports of changes.
 * Version: 1.0.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * License: Proprietary
 */

defined('ABSPATH') || exit;

const SLANCIO_FILE = __FILE__;
const SLANCIO_VERSION = '1.0.0';

/**
 * Returns the content types, their fields, and the plugin's messages. The plugin's build writes the file from the
 * site's contract.
 */
function slancio_table(): array {
  static $table;
  return $table ??= json_decode(file_get_contents(__DIR__ . '/slancio.json'), true);
}

/** Returns the language of the WordPress user: it or en. */
function slancio_language(): string {
  $language = substr(get_user_locale(), 0, 2);
  return isset(slancio_table()['messages'][$language]) ? $language : 'en';
}

/**
 * Returns a message in the WordPress user's language, with {names} replaced. Returns the key if no message has this
 * key.
 */
function slancio_text(string $key, array $values = []): string {
  $text = slancio_table()['messages'][slancio_language()][$key] ?? $key;
  foreach ($values as $name => $value) $text = str_replace('{' . $name . '}', $value, $text);
  return $text;
}

/**
 * Returns the site's name for a WordPress post type, such as "stories" for "story". Null for a type that the site does
 * not show.
 */
function slancio_type(string $post_type): ?string {
  foreach (slancio_table()['types'] as $base => $type) if ($type['name'] === $post_type) return $base;
  return null;
}

require __DIR__ . '/includes/content.php';
require __DIR__ . '/includes/site.php';
require __DIR__ . '/includes/preview.php';
require __DIR__ . '/includes/changes.php';
require __DIR__ . '/includes/check.php';
if (is_admin()) require __DIR__ . '/includes/admin.php';
