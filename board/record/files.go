package record

import "os"

// Load reads the record in a file; see [Read].
func Load(path string) (*Match, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(path, file)
}
