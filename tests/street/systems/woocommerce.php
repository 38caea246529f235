<?php
// Installs WordPress with the shop plugin, and imports its sample products. Arguments: the address, the currency's code.
[, $address, $currency] = $argv;
$_SERVER += ['HTTP_HOST' => parse_url($address, PHP_URL_HOST) . ':' . parse_url($address, PHP_URL_PORT), 'SERVER_PROTOCOL' => 'HTTP/1.1'];
define('WP_INSTALLING', true);
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_install('Street', 'admin', 'street@example.com', true, '', 'street-admin');
update_option('siteurl', $address);
update_option('home', $address);
update_option('permalink_structure', '/%postname%/');
update_option('active_plugins', ['classic-commerce/classic-commerce.php']);
switch_theme('twentytwentyone');
require_once WP_PLUGIN_DIR . '/classic-commerce/classic-commerce.php';
do_action('plugins_loaded');
WC_Install::install();
WC_Install::create_pages();
do_action('init');
foreach (['currency' => $currency, 'default_country' => 'AU:NSW', 'calc_taxes' => 'no'] as $key => $value) {
    update_option("woocommerce_$key", $value);
}
require_once WC_ABSPATH . 'includes/admin/importers/class-wc-product-csv-importer-controller.php';
require_once WC_ABSPATH . 'includes/import/class-wc-product-csv-importer.php';
$file = WC_ABSPATH . 'sample-data/sample_products.csv';
$rows = new WC_Product_CSV_Importer($file, ['lines' => 1]);
$keys = $rows->get_raw_keys();
$words = ['ID' => 'id', 'Type' => 'type', 'SKU' => 'sku', 'Name' => 'name', 'Published' => 'published', 'Short description' => 'short_description',
    'Description' => 'description', 'In stock?' => 'stock_status', 'Stock' => 'stock_quantity', 'Sale price' => 'sale_price',
    'Regular price' => 'regular_price', 'Categories' => 'category_ids', 'Tags' => 'tag_ids', 'Parent' => 'parent_id',
    'Grouped products' => 'grouped_products', 'External URL' => 'product_url', 'Attribute 1 name' => 'attributes:name1',
    'Attribute 1 value(s)' => 'attributes:value1', 'Attribute 1 visible' => 'attributes:visible1', 'Attribute 1 global' => 'attributes:taxonomy1',
    'Attribute 2 name' => 'attributes:name2', 'Attribute 2 value(s)' => 'attributes:value2', 'Attribute 2 visible' => 'attributes:visible2',
    'Attribute 2 global' => 'attributes:taxonomy2'];
$mapping = array_map(fn($key) => $words[$key] ?? '', array_combine($keys, $keys));
$importer = new WC_Product_CSV_Importer($file, ['parse' => true, 'mapping' => $mapping, 'prevent_timeouts' => false]);
$result = $importer->import();
// The samples' pictures are on another host: each product gets one of its own.
foreach (get_posts(['post_type' => 'product', 'numberposts' => -1]) as $nth => $post) {
    $upload = wp_upload_dir();
    $path = "{$upload['path']}/picture-of-{$post->post_name}.jpg";
    $image = imagecreatetruecolor(900, 900);
    imagefilledrectangle($image, 100, 100, 800, 800, imagecolorallocate($image, 60 + ($nth * 37) % 180, 60 + ($nth * 91) % 180, 120));
    imagestring($image, 5, 300, 440, $post->post_title, 0xffffff);
    imagejpeg($image, $path);
    $id = wp_insert_attachment(['post_mime_type' => 'image/jpeg', 'post_title' => $post->post_title, 'post_status' => 'inherit'], $path, $post->ID);
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $path));
    set_post_thumbnail($post->ID, $id);
}
flush_rewrite_rules();
echo json_encode(['imported' => count($result['imported']), 'failed' => count($result['failed'])]), "\n";
