// The page is built from studio/.
