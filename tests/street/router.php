<?php
// Router of PHP's own server: files as they are; any other address to the nearest index.php, as a shop's .htaccess does.
// STREET_ROUTE names the parameter that receives the path, for shops that want one.
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$root = $_SERVER['DOCUMENT_ROOT'];
if (is_file($root . $path)) {
    if (!str_ends_with($path, '.php')) {
        return false;
    }
    $script = $path;
} else {
    $folder = rtrim($path, '/');
    while ($folder !== '' && !is_file("$root$folder/index.php")) {
        $folder = substr($folder, 0, strrpos($folder, '/'));
    }
    $script = "$folder/index.php";
    $rest = ltrim(substr($path, strlen($folder)), '/');
    $route = getenv('STREET_ROUTE');
    if ($route && $rest !== '') {
        $_GET[$route] = $_REQUEST[$route] = $rest;
        $_SERVER['QUERY_STRING'] = http_build_query($_GET);
    }
}
$_SERVER['SERVER_PORT'] = parse_url('http://' . ($_SERVER['HTTP_HOST'] ?? ''), PHP_URL_PORT) ?: 80;
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $script;
$_SERVER['SCRIPT_FILENAME'] = $root . $script;
// LiteCart asks whether addresses are rewritten.
$_SERVER['HTTP_MOD_REWRITE'] = 'On';
chdir(dirname($root . $script));
require $root . $script;
