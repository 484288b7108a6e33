// Starts all modules, and again after part of the page was replaced. Pages work without scripts; with them nothing reloads.
import { startBoard } from "./board.js";
import { startCards } from "./cards.js";
import { startCoach } from "./coach.js";
import { startRefresh } from "./refresh.js";
import { startSetup } from "./setup.js";
import { startSheet } from "./sheet.js";
import { startStage } from "./stage.js";
import { startSwap } from "./swap.js";
import { startTell } from "./tell.js";
import { startText } from "./text.js";
import { startWaiting } from "./waiting.js";
import { startWhole } from "./whole.js";

function start() {
  const board = startBoard();
  startStage(board);
  startCoach();
  board?.open();
  startTell();
  startCards();
  startText();
  startWaiting(start);
}

startSwap(start);
startSheet();
startWhole(start);
startSetup();
startRefresh();
start();
dispatchEvent(new Event("started"));
