// Package generate makes bear-off and hypergammon databases, byte for byte as
// GNU Backgammon's programs, and verifies them. Package bearoff reads them.
package generate
