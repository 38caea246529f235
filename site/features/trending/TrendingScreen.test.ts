import { expect, test } from 'vitest';
import { topicIcon } from './TrendingScreen.tsx';

test.each([
  { icon: 'phone', query: 'Samsung Galaxy S24' },
  { icon: 'laptop', query: 'macbook air' },
  { icon: 'shoe', query: 'adidas superstar' },
  { icon: 'watch', query: 'garmin watch' },
  { icon: 'coffee', query: 'espresso machine' },
  { icon: 'tv', query: 'oled 65 inch' },
  { icon: 'blocks', query: 'lego castle' },
  { icon: 'game', query: 'nintendo switch' },
  { icon: 'headphones', query: 'wireless headphones' },
  { icon: 'tablet', query: 'ipad' },
  { icon: 'paw', query: 'dog food' },
  { icon: 'rattle', query: 'nappies' },
  { icon: 'book', query: 'a novel' },
  { icon: 'home', query: 'air fryer' },
  { icon: 'basket', query: 'oat milk' },
  { icon: 'tag', query: 'something else' },
])('draws a $icon for “$query”', ({ icon, query }) => expect(topicIcon(query)).toBe(icon));
