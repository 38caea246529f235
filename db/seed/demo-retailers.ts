import { DEMO_HOST_SUFFIX } from '#domain/demo-shops.ts';
import type { RetailerProfile } from '../queries/retailers/retailers.ts';

/*
 * slug | name | category | region | trust score | description | oddities. Names are invented and must not
 * resemble real retailers. Oddities: `api` lists and searches are JSON at /api/products, `no-sitemap`,
 * `browser` pages are drawn by script, `slow` its robots.txt asks for a second between requests.
 */
const ROWS = `
gumnut-grocer | Gumnut Grocer | Supermarket | National | 8.7 | Full-range supermarket with half-price specials every Wednesday
paddock-lane | Paddock Lane | Supermarket | National | 8.5 | Supermarket with a members' price on hundreds of lines
quokka-savers | Quokka Savers | Supermarket | WA, SA | 7.9 | Small-range discount grocer
bushel-and-bay | Bushel & Bay | Supermarket | NSW, Vic. | 8.1 | Fresh food and pantry staples | api
saltbush-pantry | Saltbush Pantry | Supermarket | SA, NT | 7.6 | Independent grocer for the inland
wombat-wholefoods | Wombat Wholefoods | Supermarket | Vic., Tas. | 7.8 | Health foods, vitamins and pantry
woolshed-warehouse | Woolshed Warehouse | Warehouse club | National | 8.3 | Bulk packs for members and visitors
currawong-market | Currawong Market | Marketplace | Online | 7.4 | Large online marketplace with many sellers
wattlebird-bazaar | Wattlebird Bazaar | Marketplace | Online | 6.8 | Marketplace for bargains from independent sellers | api
farthing-and-rowe | Farthing & Rowe | Department store | National | 8.9 | Department store since before you were born, invented last year
lorikeet-lane | Lorikeet Lane | Department store | Qld, NSW | 8.2 | Bright department store for home and fashion
pademelon | Pademelon | Discount department store | National | 8.4 | Everyday low prices for the whole family
galah-bargains | Galah Bargains | Discount store | National | 6.4 | Loud signs, long lists of specials
nifty-numbat | Nifty Numbat | Discount store | WA | 6.9 | Small prices from a small marsupial | no-sitemap
bluegum-digital | Bluegum Digital | Electronics | National | 8.8 | Phones, computers, audio and home appliances
voltaroo | Voltaroo | Electronics | National | 8.3 | Electronics with a price-match promise
bandicoot-electronics | Bandicoot Electronics | Electronics | NSW, ACT | 7.7 | Televisions, audio and gadgets
circuit-cove | Circuit Cove | Electronics | Online | 7.1 | Online electronics, drawn by script | browser
ringtail-mobile | Ringtail Mobile | Phones | National | 8.0 | Outright phones, watches and earbuds
echidna-computing | Echidna Computing | Computers | Vic. | 8.2 | Laptops, gaming and parts for people who read benchmarks
pixel-possum | Pixel Possum | Computers | Online | 7.5 | Gaming laptops, monitors and consoles | api
lyrebird-audio | Lyrebird Audio | Audio and television | NSW, Vic. | 8.4 | Headphones, speakers and screens
ironbark-appliances | Ironbark Appliances | Appliances | National | 8.6 | Kitchen and laundry appliances, delivered and fitted
hearth-and-hinterland | Hearth & Hinterland | Appliances | Qld, NSW | 7.9 | Family-run appliance stores
kettle-and-coast | Kettle & Coast | Kitchenware | National | 8.1 | Small kitchen appliances and cookware
crema-cove | Crema Cove | Coffee | Online | 8.5 | Coffee machines, grinders and beans
stringybark-hardware | Stringybark Hardware | Hardware | National | 8.7 | Tools, garden and paint
goanna-tools | Goanna Tools | Tools | National | 8.0 | Power tools for trades
redgum-trade | Redgum Trade | Tools | Vic., NSW | 7.6 | Trade counter, open to all | no-sitemap
boronia-pharmacy | Boronia Pharmacy | Pharmacy | National | 8.3 | Pharmacy, vitamins and beauty
eucalypt-chemist | Eucalypt Chemist | Pharmacy | National | 7.2 | Discount chemist where everything is always on special
wattle-well | Wattle Well | Pharmacy | Qld | 7.9 | Community pharmacy online
lilly-pilly-beauty | Lilly Pilly Beauty | Beauty | Online | 8.0 | Skincare and personal care
spinifex-sports | Spinifex Sports | Sport | National | 8.4 | Team sport, running and fitness
stride-harbour | Stride Harbour | Running | NSW, Vic., Qld | 8.6 | Running shoes, fitted by runners
brumby-outdoors | Brumby Outdoors | Outdoors | National | 8.1 | Camping, hiking and four-wheel driving
tidal-athletic | Tidal Athletic | Sport | Online | 7.3 | Trainers and gym gear | browser
banksia-books | Banksia Books | Books | National | 8.8 | Australian and international books
dog-eared-drover | The Dog-Eared Drover | Books | Online | 8.2 | Books by post to every postcode
inkwell-ibis | Inkwell Ibis | Books | NSW | 7.7 | City bookshop with opinions
kelpie-and-co | Kelpie & Co | Pet supplies | National | 8.5 | Food and gear for working dogs and idle cats
bilby-pets | Bilby Pets | Pet supplies | Online | 8.0 | Repeat-delivery pet food
paw-paddock | Paw Paddock | Pet supplies | Vic., SA | 7.4 | Pet barn in every second suburb
magpie-cellars | Magpie Cellars | Liquor | National | 8.4 | Wine, beer and spirits
corkwood-liquor | Corkwood Liquor | Liquor | NSW, Qld | 7.8 | Cases by the pallet
cellar-cockatoo | Cellar Cockatoo | Liquor | Vic., Tas. | 7.5 | Bottle shop with a crest
puggle-toys | Puggle Toys | Toys | National | 8.3 | Bricks, dolls, games and puzzles
tumbling-tawny | Tumbling Tawny | Toys | Online | 7.9 | Toys chosen by a frogmouth
little-swag-baby | Little Swag Baby | Baby | National | 8.2 | Nappies, prams and patience
paperbark-office | Paperbark Office | Office supplies | National | 8.5 | Stationery, printers and laptops
verandah-home | Verandah Home | Homewares | National | 8.0 | Bedding, cookware and small appliances
hinterland-linen | Hinterland Linen | Homewares | Qld | 7.6 | Sheets, towels and quilts
corrugation-auto | Corrugation Auto | Auto and tools | National | 7.8 | Tools and gear for long unsealed roads
lamington-larder | Lamington Larder | Gourmet food | Online | 7.7 | Coffee, chocolate and pantry | slow
`;

const TRUST_BASIS = 'Invented for the demonstration: no real shop stands behind this score.';

function readRow(row: string): RetailerProfile {
  const [slug = '', name = '', category = '', region = '', trust = '', description = '', odd = ''] =
    row.split(' | ');
  const website = `http://${slug}${DEMO_HOST_SUFFIX}`;
  const api = odd.includes('api');
  return {
    slug,
    name,
    category,
    region,
    website: `${website}/`,
    description,
    trustScore10: Number(trust),
    trustBasis: TRUST_BASIS,
    paceMs: odd.includes('slow') ? 1000 : 100,
    currency: 'AUD',
    discovery: {
      sitemap: !odd.includes('no-sitemap'),
      listUrls: [api ? `${website}/api/products?page=1` : `${website}/`],
      searchUrlTemplate: `${website}${api ? '/api/products' : '/search'}?q={query}`,
    },
    kind: 'demo',
    render: odd.includes('browser') ? 'browser' : 'http',
  };
}

/** All demo shops, in the order in which they are shown: invented, and crawled exactly as a real shop would be. */
export const DEMO_RETAILERS: readonly RetailerProfile[] = ROWS.trim().split('\n').map(readRow);
