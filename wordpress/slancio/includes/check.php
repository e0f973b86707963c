<?php
defined('ABSPATH') || exit;

/* Gets the content check's findings and the state of posts on the site. The site answers both requests. */

add_action('rest_api_init', function () {
  register_rest_route('slancio/v1', '/check/(?P<id>\d+)', [
    'methods' => 'POST',
    'permission_callback' => fn($request) => current_user_can('edit_post', (int) $request['id']),
    'callback' => 'slancio_check',
  ]);
});

/** Returns the findings of the content check for a post, including the post's unsaved changes. */
function slancio_check(WP_REST_Request $request) {
  $post = get_post((int) $request['id']);
  $type = slancio_type($post->post_type);
  if (!$type) return ['findings' => []];
  $item = slancio_item($post);
  $item['generated_slug'] = $item['slug'] ?: sanitize_title($request['title'] ?? $post->post_title);
  if (isset($request['title'])) $item['title'] = ['rendered' => $request['title']];
  if (isset($request['excerpt'])) $item['excerpt'] = ['rendered' => $request['excerpt']];
  if (isset($request['content'])) {
    setup_postdata($GLOBALS['post'] = $post);
    $item['content'] = ['rendered' => apply_filters('the_content', $request['content']), 'protected' => false];
  }
  $item['content']['protected'] = (string) ($request['password'] ?? $post->post_password) !== '';
  if (is_array($request['meta'])) $item['meta'] = $request['meta'];
  $item['lang'] = $item['meta']['lang'] ?? '' ?: slancio_language_of($post);
  foreach (['categories' => 'category', 'tags' => 'post_tag'] as $field => $taxonomy) {
    if (!is_array($request[$field])) continue;
    $ids = array_map('intval', $request[$field]);
    $terms = $ids ? get_terms(['taxonomy' => $taxonomy, 'include' => $ids, 'hide_empty' => false]) : [];
    $item['_embedded']['wp:term'][$field === 'categories' && $post->post_type === 'post' ? 0 : 1] =
      array_map(fn($term) => ['name' => $term->name, 'slug' => $term->slug], $terms);
  }
  if (isset($request['featured_media'])) {
    $item['featured_media'] = (int) $request['featured_media'];
    $picture = $item['featured_media'] ? rest_do_request("/wp/v2/media/{$item['featured_media']}")->get_data() : null;
    $item['_embedded']['wp:featuredmedia'] = $picture ? [$picture] : [];
  }
  foreach ($item['_embedded']['wp:term'] ?? [] as $at => $terms) $item['_embedded']['wp:term'][$at] ??= [];
  ksort($item['_embedded']['wp:term']);
  $answer = slancio_ask('/api/editors/check', ['type' => $type, 'language' => slancio_language(), 'item' => $item], ['timeout' => 15]);
  return is_wp_error($answer) ? ['findings' => [], 'error' => slancio_text($answer->get_error_code())] : $answer;
}

/** Returns a post in the form in which the site reads it from the REST API. */
function slancio_item(WP_Post $post): array {
  $request = new WP_REST_Request('GET', rest_get_route_for_post($post));
  $request->set_query_params(['context' => 'edit', '_embed' => '1']);
  $item = rest_get_server()->response_to_data(rest_do_request($request), true);
  return ['_embedded' => ($item['_embedded'] ?? []) + ['wp:term' => [[], []]]] + $item;
}

/** Returns the state of published posts on the site, by post id: visible, waiting, or rejected with a reason. */
function slancio_states(array $posts): array {
  $items = [];
  foreach ($posts as $post) {
    $type = slancio_type($post->post_type);
    if ($type && $post->post_status === 'publish') {
      $items[] = ['type' => $type, 'id' => $post->ID, 'slug' => $post->post_name, 'lang' => slancio_language_of($post),
        'modified_gmt' => str_replace(' ', 'T', $post->post_modified_gmt)];
    }
  }
  if (!$items) return [];
  $answer = slancio_ask('/api/editors/states', ['language' => slancio_language(), 'items' => $items]);
  if (is_wp_error($answer)) {
    return array_fill_keys(array_column($items, 'id'), ['state' => 'unknown', 'reason' => slancio_text($answer->get_error_code())]);
  }
  return array_column($answer['items'] ?? [], null, 'id');
}
