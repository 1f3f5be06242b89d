package cliutil

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
)

// strength has the settings of a net with a default search depth.
type strength struct {
	named.Strength `group:"Model and search"`
	plies          int
}

// Defaults returns the default of plies; rollers and a time need none.
func (s *strength) Defaults() map[string]string {
	if s.Rollers > 0 || s.Time > 0 {
		return nil
	}
	return map[string]string{"plies": strconv.Itoa(s.plies)}
}

// StrengthFlags returns the flags of a net with a default search depth, without those of the
// given settings, and the flag of workers.
func StrengthFlags(plies int, except ...setting.Name) []cli.Flag {
	return append(FlagsOf(&strength{plies: plies}, except...), WorkersFlag())
}

// StrengthFromFlags reads the flags of [StrengthFlags] and opens the net.
func StrengthFromFlags(c *cli.Context, plies int) (*named.Strength, error) {
	s := &strength{plies: plies}
	if err := ReadSettings(c, s, nil); err != nil {
		return nil, err
	}
	return &s.Strength, OpenNet(c, Opener(c), s, &s.Net)
}

// SearcherFromFlags returns the searcher and the variant of the flags of [StrengthFlags].
func SearcherFromFlags(c *cli.Context) (*search.Searcher, board.Variant, error) {
	s, err := StrengthFromFlags(c, 0)
	if err != nil {
		return nil, 0, err
	}
	searcher, err := s.Searcher(Workers(c))
	return searcher, s.Game(), err
}
