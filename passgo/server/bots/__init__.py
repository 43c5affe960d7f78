"""The processes in which bots think for the server."""
