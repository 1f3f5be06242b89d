// Package stats computes estimates with their uncertainty: a [Sample] collects
// observations, a [Summary] is a mean with its interval and the number of observations.
// It does not depend on backgammon and prints nothing.
package stats
