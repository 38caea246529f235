-- GTINs are stored in one form, with 14 digits. Until now offers had them as printed, products with 13 or 8.
update "offer" set "gtin" = lpad("gtin", 14, '0') where length("gtin") < 14;
update "product" set "gtin" = lpad("gtin", 14, '0') where length("gtin") < 14;
update "product" set "match_keys" = (select array_agg(case when "key" ~ '^g:\d{1,13}$' then 'g:' || lpad(substr("key", 3), 14, '0') else "key" end order by "nth") from unnest("match_keys") with ordinality as own ("key", "nth")) where "match_keys"::text ~ '[{,"]g:\d{1,13}[",}]';

update "match_decision" set "moved" = jsonb_set("moved", '{gtin}', to_jsonb(lpad("moved"->>'gtin', 14, '0'))) where "moved"->>'gtin' is not null;

update "held_page" set "offers" = (select jsonb_agg(case when "held"->>'gtin' is null then "held" else jsonb_set("held", '{gtin}', to_jsonb(lpad("held"->>'gtin', 14, '0'))) end order by "nth") from jsonb_array_elements("offers") with ordinality as own ("held", "nth")) where "offers" <> '[]';
