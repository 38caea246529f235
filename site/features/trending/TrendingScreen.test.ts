import { expect, test } from 'vitest';
import { topicIcon } from './TrendingScreen.tsx';

test.each([
  { icon: 'phone', query: 'Samsung Galaxy S24' },
  { icon: 'laptop', query: 'macbook air' },
  { icon: 'shoe', query: 'adidas superstar' },
  { icon: 'watch', query: 'garmin watch' },
  { icon: 'coffee', query: 'espresso machine' },
  { icon: 'tv', query: 'oled 65 inch' },
  { icon: 'game', query: 'lego castle' },
  { icon: 'book', query: 'a novel' },
  { icon: 'home', query: 'air fryer' },
  { icon: 'basket', query: 'oat milk' },
  { icon: 'tag', query: 'something else' },
])('draws a $icon for “$query”', ({ icon, query }) => expect(topicIcon(query)).toBe(icon));
