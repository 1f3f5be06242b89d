// Package protocol makes the engine available to other programs: by UBGI, the
// Universal Backgammon Interface, over pipes ([UBGI]), and by GNU Backgammon's
// external-player protocol over a socket ([Socket]). A [Decider] computes the
// answers. [Question] is a decision in both protocols; [Rawboard] is its form
// as a line of text.
//
// Not for other modules.
package protocol
