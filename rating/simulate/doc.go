// Package simulate plays the matches from which the relation of error rates and ratings
// is measured: between pairs of players with noise, at several match lengths, with every
// decision judged and the results luck-adjusted.
//
// A [Grid] has the pairs of players, a [Study] the results: a [Row] for each match, in
// a Parquet file.
package simulate
