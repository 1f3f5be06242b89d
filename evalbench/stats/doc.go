// Package stats computes estimates with their uncertainty: a [Sample] collects
// observations, a [Summary] is a mean with its interval and its n. It does not depend
// on backgammon and prints nothing.
package stats
