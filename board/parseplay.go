package board

import (
	"fmt"
	"slices"
	"strings"
)

// noPlay lists words, in lower case, that mean that a roll cannot be played.
var noPlay = []string{
	"", "no move", "no moves", "no play", "no legal move", "no legal moves", "none",
	"cannot move", "can't move", "no other move", "no other moves", "dance", "dances", "fan", "fans", "pass", "forfeit",
}

// ParsePlay returns the legal play of the roll that the text describes. The
// text may have any form that [FormatPlay] and [FormatPlain] write or players
// use: steps in any order, joined or not (24/23 23/18, 24/23/18, 24/18), (n)
// for n equal moves, bar or b or 25, off or o or - or 0, in upper or lower
// case; hyphens or blanks for the slashes (8-5 6-5, 8 5 6 5), commas between moves, the word
// move or m before the play, and behind it a word such as pass if the rest of the roll cannot
// be played. Marks of hits are optional. A joined move hits at the points that the
// text names and, if possible, at no other point.
//
// If the roll cannot be played, an empty text or words such as "no move" denote
// the play without steps. The position has the player who rolled on roll. The
// error says why the text is illegal.
func ParsePlay(pos Position, roll Roll, text string) (Play, error) {
	play, err := parsePlay(&pos, roll, text)
	if err != nil {
		return Play{}, fmt.Errorf("play %q of %v: %w", text, roll, err)
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
			return Play{}, fmt.Errorf("there are legal plays, such as %s", FormatPlay(*pos, plays[0]))
		}
		return Play{Result: pos.Swap()}, nil
	}
	t, err := parsePlayText(text)
	if err != nil {
		return Play{}, err
	}
	if len(t.paths) == 0 {
		return Play{}, fmt.Errorf("it contains no move")
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

// chooseByHits returns, from plays with the same result for the player's
// checkers, the one that hits on exactly the given points, or else the only one
// that hits on all of them.
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
		return Play{}, fmt.Errorf("no order of the dice passes all named points")
	case 1:
		return more[0], nil
	}
	return Play{}, fmt.Errorf("it is ambiguous: %s or %s", FormatPlay(*pos, more[0]), FormatPlay(*pos, more[1]))
}

// playHits returns the points on which the play hits, as a bit set in the
// numbering of the player on roll.
func playHits(pos *Position, play *Play) uint32 {
	var hits uint32
	for point := uint8(1); point < Bar; point++ {
		if blot(pos, point) && play.Result.Own[Bar-point] == 0 {
			hits |= 1 << point
		}
	}
	return hits
}
