// Package rating says how strength in ratings follows from what players do: the
// rating formula of the First Internet Backgammon Server (FIBS), and the rating
// that a player's error rates stand for.
//
// A difference of ratings is the player's rating less the opponent's, lengths of
// matches are in points, and error rates in normalised equity: per unforced play
// (EPM) and per close or actual cube decision (EPC), as package engine/analysis
// counts them.
package rating
