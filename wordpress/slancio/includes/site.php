<?php
defined('ABSPATH') || exit;

/* The site's address and secrets, and functions that send requests to the site. */

const SLANCIO_SETTINGS = ['site', 'preview_secret', 'revalidate_secret'];

/** Returns a setting of the plugin, from a constant in wp-config.php (SLANCIO_SITE, …) or from the settings page. */
function slancio_setting(string $name): string {
  $constant = slancio_constant($name);
  $value = $constant ?? (get_option('slancio')[$name] ?? '');
  return $name === 'site' ? untrailingslashit(trim($value)) : trim($value);
}

function slancio_constant(string $name): ?string {
  $constant = 'SLANCIO_' . strtoupper($name);
  return defined($constant) ? constant($constant) : null;
}

/**
 * Sends a request to the site. Returns the JSON of the response, or a WP_Error whose code is a message key: site.unset,
 * site.unreachable, site.refused, or site.failed.
 */
function slancio_ask(string $path, array $body, array $options = []) {
  if (!slancio_setting('site') || !slancio_setting('revalidate_secret')) return new WP_Error('site.unset');
  $answer = wp_remote_post(slancio_setting('site') . $path, $options + [
    'timeout' => 5,
    'headers' => ['Authorization' => 'Bearer ' . slancio_setting('revalidate_secret'), 'Content-Type' => 'application/json'],
    'body' => wp_json_encode($body),
  ]);
  if (is_wp_error($answer)) return new WP_Error('site.unreachable', $answer->get_error_message());
  $status = (int) wp_remote_retrieve_response_code($answer);
  if (in_array($status, [401, 403], true)) return new WP_Error('site.refused');
  $json = json_decode(wp_remote_retrieve_body($answer), true);
  return $status >= 200 && $status < 300 && is_array($json) ? $json : new WP_Error('site.failed', (string) $status);
}
