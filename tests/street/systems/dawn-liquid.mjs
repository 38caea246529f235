// The filters and tags of Shopify's Liquid that the theme Dawn needs.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(resolve('index.js'));
const { Hash, Liquid, Value } = require('liquidjs');

const money = (cents) =>
  (Number(cents) / 100).toLocaleString('en-AU', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** An engine for the theme in this folder. `host` serves its pictures; `json` states a product as structured data; `section` renders one. */
export async function openLiquid({ host, json, section, group }) {
  const texts = JSON.parse(await readFile('locales/en.default.json', 'utf8'));
  const engine = new Liquid({
    root: ['.', 'snippets'],
    partials: ['snippets'],
    extname: '.liquid',
    cache: true,
  });
  const source = (file) => (file?.src ?? file?.featured_media?.src ?? '').toString();
  const imageUrl = (file, options) =>
    source(file) ? `//${host}/cdn/shop/files/${source(file)}?v=1733${options}` : '';
  const given = (args) => Object.fromEntries(args.filter(Array.isArray));
  const filters = {
    t(key, ...args) {
      const values = given(args);
      let text = String(key)
        .split('.')
        .reduce((node, part) => node?.[part], texts);
      if (text !== null && typeof text === 'object')
        text = text[values.count === 1 ? 'one' : 'other'];
      return (text ?? `Translation missing: en.${key}`).replace(
        /{{\s*(\w+)\s*}}/g,
        (_, name) => values[name] ?? '',
      );
    },
    inline_asset_content: (file) => readFile(`assets/${file}`, 'utf8'),
    asset_url: (file) => `//${host}/cdn/shop/t/2/assets/${file}?v=1733`,
    stylesheet_tag: (url) => `<link href="${url}" rel="stylesheet" type="text/css" media="all" />`,
    image_url: (file, ...args) =>
      imageUrl(
        file,
        Object.entries(given(args))
          .map(([key, value]) => `&${key}=${value}`)
          .join(''),
      ),
    image_tag: (url, ...args) => {
      const rest = Object.entries(given(args)).filter(
        ([, value]) => value !== null && value !== undefined,
      );
      return `<img src="${url}" ${rest.map(([key, value]) => `${key}="${value}"`).join(' ')}>`;
    },
    money: (cents) => (cents === null ? '' : `$${money(cents)}`),
    money_with_currency: (cents) => (cents === null ? '' : `$${money(cents)} AUD`),
    money_without_currency: money,
    structured_data: json,
    ...Object.fromEntries(
      ['payment_button', 'payment_terms', 'font_face', 'placeholder_svg_tag', 'login_button'].map(
        (name) => [name, () => ''],
      ),
    ),
    font_modify: (font) => font,
    item_count_for_variant: () => 0,
    line_items_for: () => [],
  };
  for (const [name, filter] of Object.entries(filters)) engine.registerFilter(name, filter);
  for (const name of ['schema', 'javascript', 'stylesheet', 'doc'])
    engine.registerTag(
      name,
      block(name, () => ''),
    );
  engine.registerTag(
    'style',
    block('style', function* (_tag, context, render) {
      return `<style data-shopify>${yield render(context)}</style>`;
    }),
  );
  engine.registerTag(
    'form',
    block('form', function* (tag, context, render) {
      const values = yield new Hash(tag.args.replace(/^[^:]*?(?=[\w-]+:|$)/, '')).render(context);
      const kind = /^'(\w+)'/.exec(tag.args)?.[1];
      const action =
        { product: '/cart/add', localization: '/localization', customer: '/contact#contact_form' }[
          kind
        ] ?? `/${kind}`;
      const rest = Object.entries(values)
        .map(([key, value]) => `${key}="${value}"`)
        .join(' ');
      context.push({ form: { 'posted_successfully?': false } });
      const inner = yield render(context);
      context.pop();
      return `<form method="post" action="${action}" accept-charset="UTF-8" ${rest}><input type="hidden" name="form_type" value="${kind}" /><input type="hidden" name="utf8" value="✓" />${inner}</form>`;
    }),
  );
  engine.registerTag(
    'paginate',
    block('paginate', function* (tag, context, render) {
      const [, path, by] = /^(\S+) by (.+)$/.exec(tag.args);
      const size = Number(yield new Value(by, engine).value(context));
      const all = (yield new Value(path, engine).value(context)) ?? [];
      const page = Number((yield new Value('current_page', engine).value(context)) ?? 1);
      const pages = Math.max(1, Math.ceil(all.length / size));
      const url = yield new Value('request.path', engine).value(context);
      const at = (number) => ({
        title: String(number),
        url: `${url}?page=${number}`,
        is_link: number !== page,
      });
      const parts = pages > 1 ? Array.from({ length: pages }, (_, index) => at(index + 1)) : [];
      const [root, ...keys] = path.split('.');
      const replaced = (node, [key, ...below], leaf) =>
        key === undefined ? leaf : { ...node, [key]: replaced(node[key], below, leaf) };
      const outer = yield new Value(root, engine).value(context);
      context.push({
        [root]: replaced(outer, keys, all.slice((page - 1) * size, page * size)),
        paginate: {
          current_page: page,
          page_size: size,
          items: all.length,
          pages,
          parts,
          previous: page > 1 ? at(page - 1) : null,
          next: page < pages ? at(page + 1) : null,
        },
      });
      const inner = yield render(context);
      context.pop();
      return inner;
    }),
  );
  engine.registerTag('section', {
    parse(token) {
      this.name = token.args.replaceAll("'", '').trim();
    },
    render(context) {
      return section(this.name, context.globals);
    },
  });
  engine.registerTag('sections', {
    parse(token) {
      this.name = token.args.replaceAll("'", '').trim();
    },
    render(context) {
      return group(this.name, context.globals);
    },
  });
  return engine;

  /** A tag with an end. */
  function block(name, render) {
    return {
      parse(token, rest) {
        this.args = token.args.trim();
        this.templates = [];
        const stream = this.liquid.parser.parseStream(rest);
        stream
          .on(`tag:end${name}`, () => stream.stop())
          .on('template', (template) => this.templates.push(template))
          .start();
      },
      *render(context) {
        const { liquid, templates } = this;
        return yield render(this, context, (inner) =>
          liquid.renderer.renderTemplates(templates, inner),
        );
      },
    };
  }
}
