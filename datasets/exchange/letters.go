package exchange

import (
	"fmt"

	"gammonlab/board"
)

// letterCount is the length of a position in gnubg's training text: the 10 bytes of the
// position key, as two letters from A to P per byte, the high half first.
const letterCount = 2 * len(board.Key{})

// parseLetters reads a position of the variant, seen by the player on roll.
func parseLetters(text string, v board.Variant) (board.Position, error) {
	if len(text) != letterCount {
		return board.Position{}, fmt.Errorf("position %q has %d characters, want %d letters from A to P", text, len(text), letterCount)
	}
	var key board.Key
	for i := range len(text) {
		half := text[i] - 'A'
		if half > 0xf {
			return board.Position{}, fmt.Errorf("position %q: character %d is %q, want a letter from A to P", text, i+1, text[i])
		}
		key[i/2] = key[i/2]<<4 | half
	}
	p, err := key.Position(v)
	if err != nil {
		return board.Position{}, fmt.Errorf("position %q: %w", text, err)
	}
	return p, nil
}

// letters formats a position for parseLetters.
func letters(p *board.Position) string {
	var text [letterCount]byte
	for i, b := range p.Key() {
		text[2*i], text[2*i+1] = 'A'+b>>4, 'A'+b&0xf
	}
	return string(text[:])
}
