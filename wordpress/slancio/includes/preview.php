<?php
defined('ABSPATH') || exit;

/* Makes WordPress's preview open the site. */

/**
 * Returns the site's content type, the slug, and the language of a post, which identify it in a preview link. Null for
 * a type that the site does not show.
 */
function slancio_previewed(WP_Post $post): ?array {
  $type = slancio_type($post->post_type);
  if (!$type) return null;
  require_once ABSPATH . 'wp-admin/includes/post.php';  // Load get_sample_permalink, which WordPress loads only in the editor.
  $slug = rawurldecode($post->post_name ?: get_sample_permalink($post->ID, $post->post_title, '')[1]);
  return ['type' => $type, 'slug' => $slug, 'lang' => slancio_language_of($post)];
}

/** Returns a preview link to a post for the editor, valid for one hour. Null if the site has no preview of the post. */
function slancio_preview_link(WP_Post $post): ?string {
  $item = slancio_previewed($post);
  if (!$item || !slancio_setting('site') || !slancio_setting('preview_secret')) return null;
  $values = $item + ['expires' => time() + HOUR_IN_SECONDS];
  $signature = hash_hmac('sha256', implode("\n", $values), slancio_setting('preview_secret'));
  return slancio_setting('site') . '/api/preview?' . http_build_query($values + ['signature' => $signature]);
}

/**
 * Creates, lists, or revokes the preview links that the site stores for other people. Returns the links, or a WP_Error
 * whose code is a message key.
 */
function slancio_links(array $asked) {
  $answer = slancio_ask('/api/editors/links', $asked, ['headers' => [
    'Authorization' => 'Bearer ' . slancio_setting('preview_secret'), 'Content-Type' => 'application/json',
  ]]);
  if (is_wp_error($answer)) return $answer->get_error_code() === 'site.refused' ? new WP_Error('connection.preview_secret') : $answer;
  return array_map(fn($link) => $link + [
    'until' => wp_date(get_option('date_format') . ' ' . get_option('time_format'), $link['expires']),
    'name' => $link['by'] === 'command' ? slancio_text('link.command') : $link['by'],
  ], $answer['links'] ?? []);
}

/** Returns the valid stored preview links of a post. */
function slancio_links_of(WP_Post $post) {
  $links = slancio_links(['action' => 'list']);
  $item = slancio_previewed($post);
  if (is_wp_error($links) || !$item) return $links;
  return array_values(array_filter($links, fn($link) => array_intersect_key($link, $item) == $item));
}

/** Creates or revokes a stored preview link of a post. Returns the post's valid links. */
function slancio_change_links(WP_REST_Request $request): array {
  $post = get_post((int) $request['id']);
  $links = slancio_links_of($post);
  $item = slancio_previewed($post);
  $made = null;
  if (!is_wp_error($links) && $request['revoke']) {
    // An editor can revoke only the links of the post that the request names.
    $isOwn = in_array($request['revoke'], array_column($links, 'id'), true);
    $made = $isOwn ? slancio_links(['action' => 'revoke', 'id' => $request['revoke']]) : null;
  } elseif (!is_wp_error($links) && $request['hours'] && $item) {
    $made = slancio_links(['action' => 'issue', 'item' => $item, 'hours' => min(168, max(1, (int) $request['hours'])),
      'by' => wp_get_current_user()->display_name ?: wp_get_current_user()->user_login]);
    if ($made === []) $made = new WP_Error('link.unseen');
  }
  $links = is_wp_error($made) || is_wp_error($links) || !$made ? $links : slancio_links_of($post);
  $error = is_wp_error($made) ? $made : (is_wp_error($links) ? $links : null);
  return ['links' => is_wp_error($links) ? [] : $links] + ($error ? ['error' => slancio_text($error->get_error_code())] : []);
}

add_action('rest_api_init', function () {
  $allowed = ['permission_callback' => fn($request) => current_user_can('edit_post', (int) $request['id'])];
  register_rest_route('slancio/v1', '/preview-link/(?P<id>\d+)', $allowed + [
    'methods' => 'POST', 'callback' => fn($request) => ['link' => slancio_preview_link(get_post((int) $request['id']))],
  ]);
  register_rest_route('slancio/v1', '/links/(?P<id>\d+)', $allowed + ['methods' => 'GET, POST', 'callback' => 'slancio_change_links']);
});

// Load the post again. The classic editor passes the post as it was before its own save, with the title of an automatic
// draft.
add_filter('preview_post_link', fn($link, $post) => slancio_preview_link(get_post($post->ID) ?? $post) ?? $link, 10, 2);

/** Returns the address of a published post on the site. Null for a post without a page on the site. */
function slancio_address(WP_Post $post): ?string {
  $path = slancio_table()['types'][slancio_type($post->post_type) ?? '']['path'] ?? null;
  if (!$path || !slancio_setting('site') || $post->post_status !== 'publish') return null;
  $language = slancio_language_of($post);
  $prefix = $language === slancio_table()['languages'][0] ? '' : "/$language";
  return slancio_setting('site') . $prefix . $path . $post->post_name;
}

/** Returns the address of the site's page that replaces a list or the search of WordPress. Null for other pages. */
function slancio_list_address(): ?string {
  $site = slancio_setting('site');
  if (!$site) return null;
  if (is_front_page()) return $site;
  if (is_search()) return "$site/search?q=" . rawurlencode(get_search_query(false));
  return is_home() || is_archive() ? $site . untrailingslashit(slancio_table()['types']['posts']['path']) : null;
}

// Redirects visitors of WordPress pages to the corresponding pages of the site.
add_action('template_redirect', function () {
  // Do not redirect the block editor, which requests a page's address to find the theme's template.
  if (is_preview() || is_feed() || isset($_GET['_wp-find-template'])) return;
  $post = get_queried_object();
  $address = is_singular() && $post instanceof WP_Post && !is_front_page() ? slancio_address($post) : slancio_list_address();
  if ($address && wp_redirect($address)) exit;
});

// Redirects previews of new drafts to the site, because the block editor opens ?p=…&preview=true without requesting a
// preview link.
add_action('template_redirect', function () {
  // Do not redirect the block editor's request for the theme's template here either.
  if (isset($_GET['_wp-find-template'])) return;
  $post = get_queried_object();
  if (!is_preview() || !$post instanceof WP_Post || !current_user_can('edit_post', $post->ID)) return;
  $link = slancio_preview_link($post);
  if ($link && wp_redirect($link)) exit;
});
