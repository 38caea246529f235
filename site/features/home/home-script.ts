/*
 * The home page's behaviour on top of plain links and forms, without React:
 * recent searches and suggestions under the box, the free-search limit in front of every search, the newsletter form, the shops that are read now.
 */
import { find } from './find.ts';
import { guardSearches } from './limit.ts';
import { startNewsletter } from './newsletter.ts';
import { startRecentSearches, startSuggestions } from './recent-searches.ts';
import { startShops } from './shops.ts';

guardSearches();
startRecentSearches();
startSuggestions();
startNewsletter();
startShops();
find('template[data-later]').remove();
