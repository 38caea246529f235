/*
 * How shops name the fields of a product in their own JSON. Keys are compared without case, '_' and '-'.
 * Order matters: the first alias with a usable value wins.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Aliases per field. Prices with a condition (member, from, per unit, instalment) are in none but their own. */
export const STATE_KEYS = {
  name: words(`
    displayname productname name title productdisplayname producttitle itemname sellingname ecname value label`),
  url: words(`
    producturl url canonicalurl pdpurl link href uri permalink seourl path urlkey slug
    handle clickuri productpage ecomuri itemweburl`),
  sku: words(`
    sku permanentid stockcode productcode partnumber articlenumber articlecode articleno itemcode itemno stylecode itemnumber shopsku code secondid`),
  /** Numbers of the shop's database: its code only where it states no other. */
  id: words('productid itemid variationid skuid id objectid'),
  gtin: words('gtin gtin13 gtin14 gtin12 gtin8 ean ean13 upc barcode apn eancode primaryean'),
  mpn: words('mpn manufacturerpartnumber manufacturercode model modelnumber'),
  brand: words(
    'brand ecbrand brandname manufacturer vendorbrand manufacturername itembrand productbrand maker makername vendor',
  ),
  image: words(`
    image imageurl largeimagefile mediumimagefile primaryimage mainimage thumbnail
    thumbnailurl images imageuris media featuredimage img`),
  description: words('description shortdescription longdescription fulldescription summary'),
  category: words('category categoryname categorypath producttype department'),
  currency: words('currency currencycode pricecurrency currencyiso currencyunit currencyid'),
  /** What is charged today. */
  sale: words(`
    salepricemoney saleprice specialprice salesprice promoprice promotionprice promotionalprice
    discountedprice discountprice markdownprice discounted ecpromoprice pricesale pricespecial`),
  price: words(`
    currentprice finalprice calculatedprice displayprice sellingprice sellprice priceamount now pricemoney price pricenumeric
    singleprice onlineprice webprice offerprice actualprice buyprice edlpprice unitsellprice pricevalue saleprice
    lineprice listprice regularprice baseprice retailprice ecprice pricerange defaultprice priceretail`),
  /** What a price's own object calls it. */
  held: words('value amount finalprice calculatedamount'),
  /** And what it calls the one before. */
  heldWas: words('original previous old compareat list originalamount'),
  was: words(`
    wasprice waspricenumeric waspricedisplay was originalprice compareatprice compareatpricemin
    compareatpricerange listpricefrom oldprice previousprice
    strikethroughprice strikeprice crossedprice listprice regularprice rrp rrpprice msrp
    retailprice beforeprice fullprice normalprice priceold pricewas baseprice mrp compareat
    pricebeforediscount pricewithoutdiscount audlist audlistprices
    pricerangeundiscounted originaldisplayprice
    prediscountprice priceretail
    compareprice comparetoprice ticketprice savingbasis defaultoriginalformated`),
  member: words('memberprice clubprice loyaltyprice rewardsprice'),
  unit: words(`
    cupstring comparable unitpricetext priceperunit unitprice comparisondisplay
    unitpricestring`),
  availability: words(`
    availability stockstatus availabilitystatus inventorystatus stocklevelstatus stock
    listingstatus sellablestatus stocklevel stockindicator indicator`),
  inStock: words(`
    isinstock instock hasstock ecinstock isavailable available ispurchasable purchasable issellable issalable
    availableforsale isinstockandavailable availableonline onlineavailability isbuyable sellable buyable isonstock orderable inventoryavailable availability stock inventorystatus stockstatus`),
  /** How many there are: more than none is in stock, none says little where a shop orders what it sells. */
  stockCount: words(`
    stock stocknumber stockqty stockcount onlinestockavailable onhand stockquantity quantityavailable availablestock availablesellquantity stocklevel inventoryquantity stockonhand`),
  /** Numbers of pieces, or 0 and 1 for a flag. */
  pieces: words('instock isinstock availability available availablequantity qtyinstock'),
  outOfStock: words('isoutofstock outofstock soldout issoldout isdiscontinued'),
  rating: words(`
    averagerating ratingvalue ratingaverage average rating reviewrating averageoverallrating
    stars`),
  ratingCount: words(`
    reviewcount ratingcount totalreviews numberofreviews reviewscount totalreviewcount
    numreviews ratingscount`),
  seller: words('sellername vendorname merchantname soldby marketplaceseller'),
} as const;

/** Where shops nest the price fields. */
export const PRICE_HOLDERS = words(
  'buybox pricing price prices priceinfo pricedetails offer offers priceinformation productprice pricemodel priceobject priceblock pricerange calculatedprice marketingprice winner sellers',
);

/** Where shops keep what a sale asks while it runs. */
export const SALE_HOLDERS = words('saleinfo flashsale flashsaleinfo saledetails activesale');

/** Where a range of prices keeps its low end, or a shop of several countries ours. */
export const PRICE_RANGES = words('minimumprice minvariantprice minprice aud');

/** Where shops nest the descriptive fields. */
export const PRODUCT_HOLDERS = words(
  'data product attributes information item node productdata source fields hit content raw document structuredcontent productsummary mastervariant defaultvariant selectedvariant variation variant selectedorfirstavailablevariant firstavailablevariant extensionattributes itemdata itemvariationdata',
);

/** Branches that hold other products, options or the site's own settings: never part of this product. */
export const FOREIGN_BRANCHES =
  /related|similar|recommend|alsobought|alsoviewed|upsell|crosssell|accessor|bundle(?!s?$)|carousel|recent|wishlist|cart|trolley|basket|navigation|menu|footer|header|facet|filter|breadcrumb|i18n|translation|feature_?flag|config|shipping|delivery|payment|instal|afterpay|zip/i;
