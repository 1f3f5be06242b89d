// Package protocol speaks to other programs as an engine: by UBGI, the
// Universal Backgammon Interface, over pipes ([UBGI]), and by GNU Backgammon's
// external-player protocol over a socket ([Socket]). A [Decider] gives the
// answers; what both protocols call a position is a [Question], and [Rawboard]
// is the line of text that carries one.
package protocol
