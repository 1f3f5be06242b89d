package evalbench

import (
	"encoding/binary"
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/farm"
)

// itemBits is the number of bits for the item in the number of a shard. The number of the
// match is above them, so the items of different matches have different numbers.
const itemBits = 40

// Shard implements [farm.Worker].
func (d *seriesDoer) Shard(s *shard) farm.Shard {
	match := uint64(s.match)
	return farm.Shard{First: match<<itemBits | uint64(s.item), Items: s.items, Payload: binary.AppendUvarint(nil, match)}
}

// Piece implements [farm.Worker].
func (d *seriesDoer) Piece(s farm.Shard) (*shard, error) {
	i, n := binary.Uvarint(s.Payload)
	if n <= 0 || n != len(s.Payload) || i >= uint64(len(d.matches)) || s.First>>itemBits != i {
		return nil, fmt.Errorf("a shard of match %x and item %d, want one of %d matches", s.Payload, s.First, len(d.matches))
	}
	return &shard{place: place{int(i), int(s.First & (1<<itemBits - 1))}, items: s.Items}, nil
}

// AppendResult implements [farm.Worker]. The result of a shard is its items, see [Match.appendItem].
func (d *seriesDoer) AppendResult(dst []byte, s *shard) ([]byte, error) {
	for i := range s.outcomes {
		dst = d.matches[s.match].appendItem(dst, &s.outcomes[i])
	}
	return dst, nil
}

// ReadResult implements [farm.Worker].
func (d *seriesDoer) ReadResult(data []byte, s *shard) error {
	for i := range s.items {
		o, rest, err := d.matches[s.match].decodeItem(s.item+int(i), data)
		if err == nil {
			err = d.matches[s.match].checkItem(&o)
		}
		if err != nil {
			return err
		}
		s.outcomes, data = append(s.outcomes, o), rest
	}
	if len(data) > 0 {
		return fmt.Errorf("%d bytes follow after the last game", len(data))
	}
	return nil
}

// appendItem encodes an item for the result of a shard: the record of the item as in
// [Item.Encode], and the records of its games if requested.
func (m *Match) appendItem(dst []byte, o *outcome) []byte {
	dst = appendOutcome(dst, o, m.Judge != nil)
	if m.Records {
		for i := range m.gamesPerItem() {
			dst = appendGames(dst, o.games[i].Record.Games)
		}
	}
	return dst
}

// decodeItem reads the item with the given number and returns the bytes after it.
func (m *Match) decodeItem(number int, data []byte) (o outcome, rest []byte, err error) {
	if number < 0 {
		return o, nil, fmt.Errorf("item %d", number)
	}
	size := min(len(data), m.recordSize())
	if o, err = m.decodeRecord(data[:size]); err == nil {
		o.item, rest = number, data[size:]
		for i := 0; i < m.gamesPerItem() && m.Records && err == nil; i++ {
			o.games[i].Record = m.newRecord()
			rest, err = readGames(o.games[i].Record, rest)
		}
	}
	if err != nil {
		return o, nil, fmt.Errorf("item %d: %w", number, err)
	}
	return o, rest, nil
}

// checkItem returns an error for an impossible item from another machine, in addition
// to the checks of decoding.
func (m *Match) checkItem(o *outcome) error {
	for i := range o.games {
		g := &o.games[i]
		var err error
		switch {
		case i < m.gamesPerItem():
			err = m.checkGame(g)
		case *g != (Game{}):
			err = errors.New("it has a second game")
		}
		if err != nil {
			return fmt.Errorf("item %d: %w", o.item, err)
		}
	}
	return nil
}

// checkGame returns an error if a game has results that the match does not compute, or
// the record of another game.
func (m *Match) checkGame(g *Game) error {
	switch {
	case m.Luck.Evaluator == nil && g.Adjusted != float64(g.Points):
		return fmt.Errorf("luck of %v, want none", float64(g.Points)-g.Adjusted)
	case m.Judge == nil && g.Errors != [2]Errors{}:
		return fmt.Errorf("%d decisions of plays and %d of the cube were judged, want none", g.Errors[0].Plays+g.Errors[1].Plays, g.Errors[0].Cubes+g.Errors[1].Cubes)
	case m.Rules.Length == 0 && g.Games != 0:
		return fmt.Errorf("%d games of a match, want none", g.Games)
	case m.Cubeless() && (g.cube != 0 || g.drops != 0):
		return fmt.Errorf("a cube at %d and %d drops, want none", g.cube, g.drops)
	case g.Plies > max(g.Games, 1)*m.maxPlies():
		return fmt.Errorf("%d rolls, want at most %d a game", g.Plies, m.maxPlies())
	}
	return m.checkGameRecord(g)
}

// checkGameRecord returns an error if a record is illegal or belongs to another game.
func (m *Match) checkGameRecord(g *Game) error {
	if g.Record == nil {
		return nil
	}
	if err := g.Record.Validate(); err != nil {
		return err
	}
	games := g.Record.Games
	if m.Rules.Length > 0 {
		if len(games) != g.Games {
			return fmt.Errorf("a record of %d games, want %d", len(games), g.Games)
		}
		return nil
	}
	points := 0
	if len(games) == 1 && games[0].Result.Winner != board.Nobody {
		points = games[0].Result.Points
		if games[0].Result.Winner == board.Player(sideB) {
			points = -points
		}
	}
	if len(games) != 1 || points != g.Points {
		return fmt.Errorf("a record of %d games with %d points, want 1 with %d", len(games), points, g.Points)
	}
	return nil
}
