package board

import (
	"fmt"
	"slices"
	"strings"
)

// noPlay are ways to write that a roll cannot be played, in lower case.
var noPlay = []string{
	"", "no move", "no moves", "no play", "no legal move", "no legal moves", "none",
	"cannot move", "can't move", "dance", "dances", "fan", "fans", "pass", "forfeit",
}

// ParsePlay returns the legal play of the roll that the text describes, in any
// of the forms that [FormatPlay] and [FormatPlain] write and players use: steps
// in any order and joined or not (24/23 23/18, 24/23/18, 24/18), (n) for n
// checkers alike, bar or b or 25, off or o or - or 0, upper or lower case; hits
// need no mark. A joined move hits on its way where the text names the point
// and, if it can, nowhere else.
//
// If the roll cannot be played, an empty text or words such as "no move" stand
// for the play of no steps. The position is seen by the player who has rolled.
// The error says what makes the text illegal.
func ParsePlay(pos Position, roll Roll, text string) (Play, error) {
	play, err := parsePlay(&pos, roll, text)
	if err != nil {
		return Play{}, fmt.Errorf("board: play %q of %v: %w", text, roll, err)
	}
	return play, nil
}

func parsePlay(pos *Position, roll Roll, text string) (Play, error) {
	if !roll.Valid() {
		return Play{}, fmt.Errorf("the dice are not from 1 to 6")
	}
	plays := Plays(*pos, roll)
	if slices.Contains(noPlay, strings.ToLower(strings.Trim(text, " \t\r\n.()"))) {
		if len(plays) > 0 {
			return Play{}, fmt.Errorf("there is a legal play, such as %s", FormatPlay(*pos, plays[0]))
		}
		return Play{Result: pos.Swap()}, nil
	}
	t, err := parsePlayText(text)
	if err != nil {
		return Play{}, err
	}
	if len(t.paths) == 0 {
		return Play{}, fmt.Errorf("no move in it")
	}
	if len(plays) == 0 {
		return Play{}, fmt.Errorf("there is no legal play")
	}
	own, err := t.after(pos.Own)
	if err != nil {
		return Play{}, err
	}
	if err := t.impossible(pos, roll); err != nil {
		return Play{}, err
	}
	var meant []Play
	for _, play := range plays {
		if play.Result.Opp == own {
			meant = append(meant, play)
		}
	}
	if len(meant) == 0 {
		return Play{}, t.mismatch(pos, roll, plays)
	}
	return chooseByHits(pos, meant, t.hits(pos))
}

// chooseByHits picks, among plays that move the player's checkers alike, the
// one that hits on exactly the given points, or else the only one that hits
// there at all.
func chooseByHits(pos *Position, plays []Play, hits uint32) (Play, error) {
	var more []Play
	for _, play := range plays {
		switch done := playHits(pos, &play); {
		case done == hits:
			return play, nil
		case done&hits == hits:
			more = append(more, play)
		}
	}
	switch len(more) {
	case 0:
		return Play{}, fmt.Errorf("no order of the dice touches all the points it names")
	case 1:
		return more[0], nil
	}
	return Play{}, fmt.Errorf("it can be %s or %s", FormatPlay(*pos, more[0]), FormatPlay(*pos, more[1]))
}

// playHits returns, as bits in the numbering of the player on roll, the points
// on which the play hits.
func playHits(pos *Position, play *Play) uint32 {
	var hits uint32
	for point := uint8(1); point < Bar; point++ {
		if blot(pos, point) && play.Result.Own[Bar-point] == 0 {
			hits |= 1 << point
		}
	}
	return hits
}
