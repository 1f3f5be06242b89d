package generate

import (
	"io"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/start"
	"gammonlab/farm"
)

// Settings are the sources of positions and the conditions for keeping them. The fields
// with JSON keys are the only description of such work, see [setting.Field];
// [Settings.Open] finds what they name.
type Settings struct {
	Out       string `json:"out,omitempty" farm:"-" required:"true" path:"journal" file:"out.parquet" help:"output database <FILE>"`
	Files     `farm:"-" group:"Files"`
	Variant   board.Variant `json:"variant" default:"backgammon" help:"variant <GAME>: {values}"`
	Players   `group:"Self-play"`
	Play      `group:"Self-play"`
	Trace     `group:"Self-play"`
	Begin     `group:"Starting positions"`
	Selection `group:"Selection"`
	Judge     `group:"Selection"`
	Bearoff   named.Databases `json:"bearoff,omitzero" farm:"-"`
	Seed      uint64          `json:"seed" default:"1" help:"random seed <N>"`

	Replace bool      `json:"-"` // replace an existing database at the end
	Workers int       `json:"-"` // goroutines, 0 for one per processor
	Pool    farm.Pool `json:"-"` // processes the items; nil for goroutines of this process
	Stdin   io.Reader `json:"-"` // read once, copied to a temporary file

	// Warn, if set, receives the errors of damaged match records with KeepGoing, and which lists
	// have scores of matches.
	Warn func(error) `json:"-"`

	// Notice, if set, receives what the readers of match records skipped, see
	// [record.Notice], with the name of the file.
	Notice func(string) `json:"-"`

	// Identity has everything else that the rows depend on. It is added to the
	// provenance.
	Identity map[string]string `json:"-"`

	// Progress, if set, is called regularly with the counts so far, which it must not
	// keep.
	Progress func(*Counts) `json:"-"`
}

// Files are read in this order before any self-play.
type Files struct {
	Records   []string `json:"records,omitempty" path:"in" place:"[MATCH|DIR...]" flag:"true" help:"read the positions before each action of match records in <FILE|DIR>, as if it were an argument"`
	KeepGoing bool     `json:"keep_going,omitempty" help:"report broken match records and use what can be read"`
	Lists     []string `json:"ids,omitempty" path:"in" help:"read positions (IDs, XGIDs, OGIDs) from <FILE>, one per line, or - for standard input"`
	Databases []string `json:"database,omitempty" path:"in" help:"read positions of database <FILE>, without labels"`
}

// Players are the players of self-play, who begin games in turn.
type Players struct {
	Player   named.Player `json:"player,omitzero" shown:"net:default without files" help:"<PLAYER> of both sides: net:MODEL with options, pubeval or random"`
	Opponent named.Player `json:"opponent,omitzero" needs:"player" help:"<PLAYER> of the other side; the two alternate in starting"`
}

// Play are the settings of the games of players.
type Play struct {
	Noise       float64 `json:"noise" farm:"-" help:"evaluation noise of nets: standard deviation <S> of each probability; 0 for none"`
	RandomPlies Range   `json:"random_plies,omitzero" shown:"0" help:"play the first <N> plies of a game at random, or a random number from A to B with A-B"`
	Epsilon     float64 `json:"epsilon,omitempty" help:"<CHANCE> of a random play instead of the best; 0 for never"`
	Games       int64   `json:"games,omitempty" farm:"-" help:"play at most <N> games; 0 for no limit"`
}

// Begin are the starting positions of games.
type Begin struct {
	// Starts are files, each a name or NAME=WEIGHT, see [ReadPools].
	Starts  []string `json:"starts,omitempty" farm:"-" path:"in" help:"start games from positions of a database or list <FILE[=WEIGHT]>, drawn by their weights, if any; files are drawn by WEIGHT"`
	Opening float64  `json:"opening,omitempty" needs:"starts" help:"with --starts, <SHARE> of games that start from the opening; 0 for none"`

	// Drawn draws the positions; nil for the variant's opening. Pools describes it on a
	// farm.
	Drawn *start.Positions `json:"-"`
	Pools []start.PoolID   `json:"pools,omitempty" input:"-"`
}

// Selection are the conditions for keeping positions.
type Selection struct {
	Positions int64            `json:"positions" farm:"-" help:"stop at <N> positions; 0 for no limit"`
	Quotas    Quotas           `json:"quota,omitempty" help:"number of positions of each class, none of others: <CLASS=N,…>"`
	Classes   engine.ClassList `json:"class,omitempty" help:"only positions of these <CLASSES>, joined by commas: contact, crashed, race"`
	Kinds     Kinds            `json:"kind,omitempty" help:"only positions of these kinds: {values}, joined by commas: <KINDS>"`
	Where     Where            `json:"where,omitzero" help:"only positions that match <PATTERN>"`
	Odd       bool             `json:"odd,omitempty" needs:"random_plies" help:"keep only one position of each game, the one after its random plies"`
	PerGame   int              `json:"per_game,omitempty" farm:"-" help:"keep at most <N> positions of a game, drawn uniformly; 0 for all"`

	// Informative, if set, selects positions whose cubeless equities at 0 and 1 ply
	// differ by more than this. If the best plays at 0 and 1 ply differ, and their
	// equities at 1 ply differ by more, the positions after both plays are kept, too.
	// With [InformativeWeights] these differences are the weights of the positions.
	Informative *engine.Equity `json:"informative,omitempty" shown:"all positions" help:"only positions whose 0-ply and 1-ply equities differ by more than <EQUITY>, or that follow a roll for which 0-ply and 1-ply choose plays that differ by more"`
}

// Judge are the settings of informative positions.
type Judge struct {
	Model   named.Model `json:"model,omitzero" default:"default" needs:"informative" help:"<MODEL> of --informative"`
	Weights Weights     `json:"position_weights,omitempty" shown:"those of lists and databases" help:"<WEIGHTS> by which --starts draws the positions: informative for the differences of --informative, or none"`
}

// plays reports whether there is self-play.
func (s *Settings) plays() bool { return s.Player.IsSet() || !s.reads() }

// reads reports whether there are files.
func (s *Settings) reads() bool { return len(s.Records)+len(s.Lists)+len(s.Databases) > 0 }

// wantsPosition reports whether the position and the match meet the conditions. match is
// nil if unknown.
func (s *Selection) wantsPosition(pos *board.Position, m *board.Match) bool {
	return (s.Kinds == nil || board.IsOneOf(s.Kinds, pos)) && s.Where.Matches(pos, m)
}

// starts returns the starting positions of games.
func (s *Settings) starts() *start.Positions {
	if s.Drawn == nil {
		return start.Opening(s.Variant)
	}
	return s.Drawn
}

// wants reports whether the settings allow positions of the class.
func (s *Selection) wants(class engine.Class) bool {
	switch {
	case s.Quotas != nil:
		return s.Quotas[class] > 0
	case s.Classes != nil:
		return slices.Contains(s.Classes, class)
	}
	return class != engine.Over
}

// Total returns the number of positions wanted, 0 without a limit.
func (s *Selection) Total() int64 {
	if s.Quotas == nil {
		return s.Positions
	}
	var total int64
	for _, quota := range s.Quotas {
		total += quota
	}
	if s.Positions > 0 {
		return min(s.Positions, total)
	}
	return total
}
