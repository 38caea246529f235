import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { PageNode } from './node.ts';
import { parsePage } from './parse-page.ts';

/** What the library makes of markup; its own tokenizer reads it character by character. */
type LibraryNode = ReturnType<typeof parseDocument>['children'][number];

function libraryTree(node: LibraryNode): unknown[] {
  if (node.type === 'text') return [node.data];
  if (node.type === 'cdata') return node.children.flatMap(libraryTree);
  if (!('attribs' in node)) return [];
  return [[node.name.toLowerCase(), { ...node.attribs }, joined(node.children, libraryTree)]];
}

function ownTree(node: PageNode): unknown[] {
  if (node.type === 'text') return [node.data];
  return [[node.name.toLowerCase(), { ...node.attribs }, joined(node.children, ownTree)]];
}

/** Texts side by side, which a comment may part, as one. */
function joined<Node>(nodes: readonly Node[], treeOf: (node: Node) => unknown[]): unknown[] {
  const all: unknown[] = [];
  for (const each of nodes.flatMap(treeOf)) {
    const before = all.at(-1);
    if (typeof each === 'string' && typeof before === 'string') all[all.length - 1] = before + each;
    else all.push(each);
  }
  return all;
}

test.each([
  // Attributes of all kinds.
  '<a href=x/ b = "1>2" c=\'"\' d e=&quot; d=again =f "g">t</a><b/ c><i / >u</i>',
  '<p title="&copy; &notit; &amp;amp;" data-a=a&b;c&#39; B=&AMP;>&copy 1&#x41;&nbsp;& &unknown;</p>',
  // What is no tag.
  '1 < 2 <3> <<b>x</b> a</>b</ c>d<!doctype html>e<!x>f<?php echo ">" ?>g',
  'a<!-->b<!--->c<!-- > -- -->d<!-- --!>e<![CDATA[f]]>g<!-- to the end <b>',
  // Content that is text.
  '<script>if (a</b/.test("</scripty>")) "<b>"</SCRIPT ><style></ style></style>x',
  '<title>a &lt; <b> &eacute;</title><textarea><p></textarea><xmp>&lt;</xmp><script>no end',
  // What may be left out.
  '<p>a<div>b</p>c<ul><li>d<li>e<ul><li>f</ul></ul><table><tr><td>g<td>h<tr><th>i</table>',
  '<form>a<form>b</form>c</br>d<h1>e<h2>f</h1><select><option>g<option>h</select><dl><dt>i<dd>j</dl>',
  '<head><link><body><a>k<a>l</a><image src=m><option><button>n<input>o',
  // Pictures and formulas.
  '<svg><path d="x"/><title>p</title><image/><foreignObject><p>q<br/></foreignObject><g/></svg>r',
  '<svg/><math><mi>s<b/>t</mi><script/>u</math><svg><![CDATA[v<]]><linearGradient></linearGradient>w</svg>',
])('%s', (markup) => {
  // Within an element, so that there is one to begin from.
  const page = parsePage(`<main>${markup}`);
  const library = parseDocument(`<main>${markup}`);
  expect(page.elements.slice(0, 1).flatMap(ownTree)).toEqual(library.children.flatMap(libraryTree));
});
