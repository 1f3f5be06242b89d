// Package rating computes ratings: the rating formula of the First Internet Backgammon
// Server (FIBS), and the prediction of a rating from a player's error rates.
//
// A difference of ratings is the player's rating less the opponent's. Lengths of matches
// are in points. Error rates are in normalised equity: per unforced play (EPM) and per
// close or actual cube decision (EPC), counted as in package engine/analysis.
package rating
