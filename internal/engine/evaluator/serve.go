package evaluator

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gammonlab/board"
	"gammonlab/engine"
)

// Serve introduces an evaluator and answers requests until the input ends. It reads positions
// of the variant.
func Serve(e engine.Evaluator, name string, variant board.Variant, in io.Reader, out io.Writer) error {
	hello := Hello{Version: Version, Name: name, Inputs: Positions, Outputs: Outputs(), Batch: 4096}
	if variant != board.Backgammon {
		hello.Variant = variant.String()
	}
	if of, ok := e.(engine.Identified); ok {
		var err error
		if hello.Digest, err = of.Digest(); err != nil {
			return err
		}
	}
	if _, err := out.Write(hello.line()); err != nil {
		return err
	}
	s := server{evaluator: e, variant: variant, in: bufio.NewReaderSize(in, 1<<16)}
	for {
		if err := s.answer(out); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// server has the memory of [Serve].
type server struct {
	evaluator engine.Evaluator
	variant   board.Variant
	in        io.Reader
	positions []board.Position
	answers   []engine.Probabilities
	data      []byte
}

// answer answers a request. It returns io.EOF at the end of the input.
func (s *server) answer(out io.Writer) error {
	var head [4]byte
	if _, err := io.ReadFull(s.in, head[:]); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > maxBatch {
		return fmt.Errorf("a request about %d positions, want 1 to %d", n, maxBatch)
	}
	s.data = append(s.data[:0], make([]byte, int(n)*positionSize)...)
	if _, err := io.ReadFull(s.in, s.data); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("a request about %d positions: %w", n, err)
	}
	s.positions = s.positions[:0]
	for i := range int(n) {
		pos := readPosition(s.data[i*positionSize:])
		if err := pos.Validate(s.variant); err != nil {
			return fmt.Errorf("position %d of a request: %w", i+1, err)
		}
		s.positions = append(s.positions, pos)
	}
	s.answers = append(s.answers[:0], make([]engine.Probabilities, n)...)
	s.evaluator.Evaluate(s.answers, s.positions)
	s.data = binary.LittleEndian.AppendUint32(s.data[:0], n)
	for i := range s.answers {
		for _, p := range s.answers[i] {
			s.data = binary.LittleEndian.AppendUint32(s.data, math.Float32bits(p))
		}
	}
	_, err := out.Write(s.data)
	return err
}
