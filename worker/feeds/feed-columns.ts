/*
 * The column names of product feeds as `fieldName`s, the first present one first: Google Merchant, Shopify, and the networks that
 * Australian shops use (Awin, CJ, Commission Factory, Impact, Rakuten). A new spelling is one word here.
 */

const words = (names: string): readonly string[] => names.trim().split(/\s+/);

export const FEED_COLUMNS = {
  name: words('title name productname producttitle itemname'),
  /** The shop's own address, or a network's link that contains it; the first that leads to the shop counts. */
  link: words(`link url producturl productlink merchantdeeplink merchantproducturl merchanturl targeturl originalurl destinationurl
    canonicallink buyurl awdeeplink deeplink trackingurl trackinglink affiliateurl affiliatelink adsredirect mobilelink`),
  /** What the shop charges outside a sale. */
  price:
    words(`price price.value price.amount regularprice searchprice currentprice storeprice productprice displayprice buynowprice
    retailprice`),
  salePrice: words(
    'saleprice saleprice.value saleprice.amount pricesale specialprice discountprice discountedprice',
  ),
  formerPrice: words(
    'compareatprice wasprice originalprice rrp rrpprice pricerrp productpriceold retailprice listprice msrp',
  ),
  currency: words('currency currencycode price.currency pricecurrency'),
  saleDates: words('salepriceeffectivedate'),
  memberPrice: words('memberprice loyaltyprogram.price'),
  availability: words(
    'availability stockstatus stockavailability available instock isinstock isforsale stockquantity stocklevel',
  ),
  condition: words('condition itemcondition productcondition'),
  /** Counts of equal products sold as one; the barcode is that of one (Google: multipack). */
  multipack: words('multipack multipackquantity'),
  bundle: words('isbundle'),
  brand: words('brand brand.name brandname vendor manufacturer manufacturername'),
  gtin: words('gtin gtin13 gtin12 productgtin ean upc universalproductcode barcode isbn'),
  mpn: words('mpn manufacturerpartnumber manufacturerid modelnumber model productmodel'),
  sku: words('id sku productid merchantproductid uniquemerchantsku merchantsku skunumber'),
  category:
    words(`producttype category category.name categoryname merchantcategory merchantproductcategorypath primarycategory
    advertisercategory googleproductcategory`),
  image:
    words(`imagelink image imageurl image.src images images.src images.url merchantimageurl productimageurl awimageurl
    largeimage`),
  description:
    words(`description bodyhtml productdescription longproductdescription longdescription shortproductdescription
    productshortdescription shortdescription`),
  seller: words('seller sellername seller.name'),
  /** An amount, or Google's country:region:service:price, several split by commas. */
  delivery: words(`shipping shippingcountryprice shippingcountryserviceprice
    shippingcountryregionserviceprice deliverycost deliveryprice deliveryfee shippingcost shippingprice shippingrate shippingfee
    standardshippingcost postage freight`),
} as const;
