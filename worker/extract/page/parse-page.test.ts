import { Parser, type ParserOptions } from 'htmlparser2';
import { expect, it } from 'vitest';
import { parsePage } from './parse-page.ts';

/** The elements of a page as the library cuts it, each with its attributes and its own text. */
function cutByLibrary(html: string): string[] {
  const elements: { name: string; attribs: Record<string, string>; text: string }[] = [];
  const open: number[] = [];
  const options: ParserOptions = {};
  const parser = new Parser(
    {
      onopentag: (name, attribs) => open.push(elements.push({ name, attribs, text: '' }) - 1),
      onclosetag: () => open.pop(),
      ontext: (data) => {
        const holder = elements[open.at(-1) ?? -1];
        if (holder) holder.text += data;
      },
    },
    options,
  );
  parser.end(html);
  return elements.map((element) => JSON.stringify(element));
}

function cutByUs(html: string): string[] {
  return parsePage(html).elements.map(({ name, attribs, children }) => {
    const text = children.map((child) => (child.type === 'text' ? child.data : '')).join('');
    return JSON.stringify({ name, attribs, text });
  });
}

const TAGS = [
  '<p class="a">',
  '<p class="a">',
  "<p class='b'>",
  '<P CLASS="a">',
  '<a href=shop/>',
  '<a href="/x" />',
  '<a title="a > b" href="/y">',
  '<a title="Salt &amp; pepper">',
  '<br/>',
  '</br>',
  '<img src="x" alt>',
  '<svg viewBox="0 0"><path d="M0"/><title>Icon</title><linearGradient id="g"/></svg>',
  '<script data-a="1">if (a<b && c>d) "</p>"</script>',
  '<style>a > b {}</style>',
  '<textarea><p class="a">&lt;</textarea>',
  '<div id="q" id="r">',
  '<div\tDATA-a:b_1="x"\n\n hidden />',
  '<div a="">x</div>',
  '<div a = "1" b="2">',
  '<div a="1"\vb="2">',
  '<div a=="1">',
  '<div a="1&quot;">',
  '<li x="1"y="2">',
  '<td><tr><td>',
  '<form a="1"><form a="1">',
  '</p>',
  '</a >',
  '</div',
  '<',
  '<1 & 2>',
  '<!-- <p class="a"> -->',
  '<![CDATA[ x ]]>',
  '<?php echo ">" ?>',
  '<option selected value="">',
  '<a b / c="d">',
  '<a\n  href="/z"\n>',
  ' $5 &nbsp; &pound;9 &unknown; ',
];

it.each(TAGS.map((_, at) => at))(
  'keeps each element that the library finds, from piece %i on',
  (from) => {
    for (let step = 1; step < TAGS.length; step += 1) {
      const pieces = TAGS.map((_, index) => TAGS[(from + index * step) % TAGS.length]);
      const html = `<body>${pieces.join('text ')}`;
      expect(cutByUs(html)).toEqual(cutByLibrary(html));
    }
  },
);

it('is not slowed down by unclosed marks', () => {
  // Looking for the end of each mark up to the end of the page would outlast the suite.
  parsePage('<1<2</ 3<a b="'.repeat(400_000));
});
