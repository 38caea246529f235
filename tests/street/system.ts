import type { MariaDb, Running } from './programs.ts';

/** A product that a shop sells, as its own database states it. Amounts include what a shopper in Australia pays. */
export interface SoldProduct {
  name: string;
  /** Today's price in dollars; null for one that states none. */
  price: number | null;
  /** The former price in dollars, if the shop shows one. */
  was: number | null;
  /** Pieces that can be bought. */
  stock: number;
  /** A part of its first picture's address, such as the file's name without its end; null if it has none. */
  picture: string | null;
}

/** Where a shop runs: `folder` holds its program, `port` is for its server, `origin` is the address that shoppers use. */
export interface Place {
  folder: string;
  port: number;
  origin: string;
  log: string;
  mariaDb(): Promise<MariaDb>;
}

/** A shop program of the street. */
export interface System {
  /** Its folder below the street's home, and its name for the command line. */
  slug: string;
  name: string;
  /** What a person puts into the folder. */
  source: string;
  /** Installs the program with its own demonstration products, and starts it. */
  open(place: Place): Promise<{ server: Running; products(): Promise<SoldProduct[]> }>;
}
