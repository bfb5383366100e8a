// Only the generator is imported: the package's main module draws from Math.random and loads `crypto` on import.
declare module "seedrandom/lib/alea.js" {
  export interface AleaGenerator {
    (): number;
    /** 53 bits, in [0, 1). */
    double(): number;
  }
  export default function alea(seed: string): AleaGenerator;
}
