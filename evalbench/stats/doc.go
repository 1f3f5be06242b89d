// Package stats turns scores into numbers that say how far they can be trusted:
// a [Sample] collects, a [Summary] is a mean with its interval and its n. It
// knows no backgammon and prints nothing.
package stats
