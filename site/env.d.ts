/// <reference types="astro/client" />

declare namespace App {
  /** What site/server.ts (or site/middleware.ts in `astro dev`) hands to every on-demand page. */
  interface Locals {
    /** Answers an API request as if it had come over the wire from this shopper. */
    api(request: Request): Promise<Response>;
    publicPages: import('#site/server/public-pages/public-pages.ts').PublicPages;
    /** The shopper's address: the socket's, or the trusted proxy's word for it. */
    remoteAddress: string;
    /** The canonical origin, without a trailing slash: 'https://example.com.au'. */
    siteOrigin: string;
  }
}
