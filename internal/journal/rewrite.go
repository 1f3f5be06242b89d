package journal

import (
	"io"

	"gammonlab/internal/atomicfile"
)

// Rewrite replaces all frames by the frames that fill adds. The replacement is atomic: if
// the process is killed, the file contains either all old frames or all new ones.
func (j *Journal) Rewrite(fill func(add func(frame []byte) error) error) error {
	if j.err != nil {
		return j.err
	}
	if j.err = j.rewrite(fill); j.err == nil {
		j.unwritten = j.unwritten[:0]
	}
	return j.err
}

func (j *Journal) rewrite(fill func(add func(frame []byte) error) error) error {
	end, places := int64(len(j.head)), []int64{}
	err := atomicfile.Write(j.path, func(w io.Writer) error {
		if _, err := w.Write(j.head); err != nil {
			return err
		}
		var frame []byte
		return fill(func(payload []byte) (err error) {
			if frame, err = appendFrame(frame[:0], payload); err == nil {
				_, err = w.Write(frame)
			}
			places = append(places, end+headerSize)
			end += int64(len(frame))
			return err
		})
	})
	if err != nil {
		return err
	}
	file, err := openLocked(j.path)
	if err != nil {
		return err
	}
	old := j.file
	j.file, j.end, j.places = file, end, places
	return old.Close()
}
