/// <reference types="astro/client" />

declare namespace App {
  /** Set for every on-demand page by the server, or by site/middleware.ts in `astro dev`. */
  interface Locals {
    /** Calls the API on behalf of this shopper. */
    api(request: Request): Promise<Response>;
    publicPages: import('#site/server/public-pages/public-pages.ts').PublicPages;
    /** The client's IP address, from the socket or a trusted proxy. */
    remoteAddress: string;
    /** The canonical origin, without a trailing slash: 'https://example.com.au'. */
    siteOrigin: string;
  }
}
