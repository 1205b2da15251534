import type { Piece } from '#demo/draw/piece.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { drawBelt } from './belt.ts'
import { drawBoots } from './boots.ts'
import { drawBlazer, drawCape, drawCoat, drawTrench } from './coats.ts'
import { drawDress } from './dresses.ts'
import {
  drawBottle,
  drawCamera,
  drawHeadphones,
  drawPhone,
  drawUmbrella,
} from './everyday-objects.ts'
import { drawEyewear } from './eyewear.ts'
import type { DrawGarment, Garment, GarmentType, Worn } from './garment.ts'
import { drawGloves } from './gloves.ts'
import { drawBucketBag, drawClutch, drawTopHandle, drawTote } from './hand-bags.ts'
import { drawHat } from './hats.ts'
import { drawJacket, drawPuffer } from './jackets.ts'
import { drawBracelet, drawEarrings, drawNecklace, drawWatch } from './jewelry.ts'
import { drawCardigan, drawHoodie, drawSweater, drawTurtleneck } from './knitwear.ts'
import { drawSocks, drawTights } from './legwear.ts'
import { drawScarf, drawTie } from './neckwear.ts'
import { drawBlouse, drawShirt } from './shirts.ts'
import { drawFlats, drawHeels, drawLoafers, drawSandals, drawSneakers } from './shoes.ts'
import { drawSkirt } from './skirts.ts'
import { drawBackpack, drawCrossbody, drawShoulderBag } from './strap-bags.ts'
import { drawTank, drawTee } from './tees.ts'
import { drawJeans, drawLeggings, drawShorts, drawTrousers } from './trousers.ts'
import { drawVest } from './vest.ts'

const DRAWINGS: Record<GarmentType, DrawGarment> = {
  tee: drawTee,
  tank: drawTank,
  shirt: drawShirt,
  blouse: drawBlouse,
  turtleneck: drawTurtleneck,
  sweater: drawSweater,
  cardigan: drawCardigan,
  hoodie: drawHoodie,
  vest: drawVest,
  trousers: drawTrousers,
  jeans: drawJeans,
  leggings: drawLeggings,
  shorts: drawShorts,
  skirt: drawSkirt,
  dress: drawDress,
  blazer: drawBlazer,
  coat: drawCoat,
  trench: drawTrench,
  jacket: drawJacket,
  puffer: drawPuffer,
  cape: drawCape,
  tights: drawTights,
  socks: drawSocks,
  sneakers: drawSneakers,
  boots: drawBoots,
  heels: drawHeels,
  loafers: drawLoafers,
  sandals: drawSandals,
  flats: drawFlats,
  tote: drawTote,
  shoulderBag: drawShoulderBag,
  clutch: drawClutch,
  backpack: drawBackpack,
  bucketBag: drawBucketBag,
  crossbody: drawCrossbody,
  topHandle: drawTopHandle,
  earrings: drawEarrings,
  necklace: drawNecklace,
  bracelet: drawBracelet,
  watch: drawWatch,
  hat: drawHat,
  sunglasses: (garment, figure) => drawEyewear(garment, figure, true),
  glasses: (garment, figure) => drawEyewear(garment, figure, false),
  scarf: drawScarf,
  belt: drawBelt,
  tie: drawTie,
  gloves: drawGloves,
  phone: drawPhone,
  umbrella: drawUmbrella,
  bottle: drawBottle,
  headphones: drawHeadphones,
  camera: drawCamera,
}

/** Draws a garment on a posed figure, or laid flat for the product picture. */
export const drawGarment = (garment: Garment, figure: Figure, worn: Worn): Piece[] =>
  DRAWINGS[garment.type](garment, figure, worn)
