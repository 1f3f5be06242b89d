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
	"gammonlab/features"
	"gammonlab/internal/workers"
	"gammonlab/nets"
)

// Answerer sets dst to its answers about positions, one row of numbers after the other.
type Answerer func(dst []float32, positions []board.Position)

// Of returns the answerer of an evaluator.
func Of(e engine.Evaluator) Answerer {
	var answers []engine.Probabilities
	return func(dst []float32, positions []board.Position) {
		answers = append(answers[:0], make([]engine.Probabilities, len(positions))...)
		e.Evaluate(answers, positions)
		for i := range answers {
			copy(dst[i*nets.Outputs:], answers[i][:])
		}
	}
}

// Inputs is the [Answerer] of a feature set, whose inputs of a position are the row.
func Inputs(set features.Set) Answerer {
	return func(dst []float32, positions []board.Position) {
		for i := range positions {
			set.Extract(dst[i*set.Len():], &positions[i])
		}
	}
}

// Serve introduces answerers, which share the positions of a request, and answers until the
// input ends. The introduction needs a name, and a digest if results are to be kept in files;
// without outputs it has those of [Outputs]. The inputs are positions of the variant. An
// answerer is used by one goroutine at a time, so several must not share memory that they
// change. Programs call Serve with their standard input and output.
func Serve(answerers []Answerer, hello Hello, variant board.Variant, in io.Reader, out io.Writer) error {
	hello.Version, hello.Inputs, hello.Batch = Version, Positions, 4096
	if hello.Outputs == nil {
		hello.Outputs = Outputs()
	}
	if variant != board.Backgammon {
		hello.Variant = variant.String()
	}
	if _, err := out.Write(hello.line()); err != nil {
		return err
	}
	s := &server{answerers: answerers, width: len(hello.Outputs), variant: variant, in: bufio.NewReaderSize(in, 1<<16)}
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
	answerers []Answerer
	width     int // numbers in a row
	variant   board.Variant
	in        io.Reader
	positions []board.Position
	answers   []float32
	data      []byte
}

// piece is the number of positions that an answerer gets at a time.
const piece = 256

// share answers about a piece of the positions.
func (s *server) share(answer Answerer, i int) {
	from, to := i*piece, min((i+1)*piece, len(s.positions))
	answer(s.answers[from*s.width:to*s.width], s.positions[from:to])
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
	s.answers = append(s.answers[:0], make([]float32, int(n)*s.width)...)
	workers.All(s, s.answerers, (int(n)+piece-1)/piece, (*server).share)
	s.data = binary.LittleEndian.AppendUint32(s.data[:0], n)
	for _, v := range s.answers {
		s.data = binary.LittleEndian.AppendUint32(s.data, math.Float32bits(v))
	}
	_, err := out.Write(s.data)
	return err
}
