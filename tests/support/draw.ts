import { load } from 'cheerio';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A component's markup, as the server renders it. */
export const htmlOf = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props));

/** The same, to be asked by selectors. */
export const drawnOf = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  load(htmlOf(component, props));
